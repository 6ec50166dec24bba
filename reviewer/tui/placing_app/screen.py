"""Placing: what waits at the left, its question and document at the right; every decision is written at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual import on, work
from textual.binding import BindingType

from reviewer.errors import LabelError
from reviewer.queries import CONTROL, PATTERNS
from reviewer.review import Looker
from reviewer.review.placing import Placing, Task
from reviewer.tui.asking import AskDialog
from reviewer.tui.dialogs import kept
from reviewer.tui.key_bar import Hint
from reviewer.tui.key_use import KeyUse, bindings
from reviewer.tui.line_list import LineList
from reviewer.tui.placing_app import keys, wording
from reviewer.tui.placing_app.pane import PlacingPane
from reviewer.tui.placing_app.queue import TaskList
from reviewer.tui.placing_app.sketch import Sketch
from reviewer.tui.queue_screen import QueueScreen

NO_PATTERN = "none"


class QuestionDialog(AskDialog):
    """Asks for the question of a label, below the text that answers it."""

    DEFAULT_CSS = """
    QuestionDialog { align: center bottom; }
    """
    HINTS = (Hint("Enter", "take it", ""), Hint("Esc", "leave it", "screen.back"))


class DropDialog(AskDialog):
    """Asks why a candidate is dropped."""

    HINTS = (Hint("Enter", "drop it", ""), Hint("Esc", "keep it", "screen.back"))


class PlacingScreen(QueueScreen[None]):
    """Steps through tasks; each key's action is in `keys`."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(keys.ALL)
    WIDTHS = ((120, 40), (100, 32), (0, 24))
    GROUPS = keys.GROUPS
    WHILE_ADJUSTING, ADJUSTING_ALWAYS = keys.WHILE_ADJUSTING, keys.ADJUSTING_ALWAYS
    TAKING = "take"

    def __init__(self, placing: Placing) -> None:
        """Take what there is to do."""
        super().__init__()
        self.placing = placing
        self._documents = list(placing.corpus.documents)
        self._sketches: dict[str, Sketch] = {}
        self._looker = Looker(placing.corpus)
        self._looked: dict[str, int] = {}

    def sides(self) -> tuple[TaskList, PlacingPane]:
        """Give the tasks, and one of them."""
        return TaskList(self.placing), PlacingPane(self.placing.corpus)

    @property
    def queue(self) -> TaskList:
        """The queue's side."""
        return self.query_one(TaskList)

    @property
    def pane(self) -> PlacingPane:
        """The task's side."""
        return self.query_one(PlacingPane)

    @property
    def sketch(self) -> Sketch:
        """What is in hand for the task on the screen."""
        sketch = self.pane.sketch
        assert sketch is not None  # noqa: S101  # the first task is shown when the screen is mounted
        return sketch

    def on_mount(self) -> None:
        """Show the first task."""
        self.go(self.placing.tasks[0])

    def go(self, task: Task) -> None:
        """Show a task."""
        is_new = task.key not in self._sketches
        self.show(self._sketches[task.key] if not is_new else Sketch.of(task, self._documents))
        if is_new and task.candidate is not None and task.document not in self._documents:
            self.action_look()

    def show(self, sketch: Sketch) -> None:
        """Show what is in hand for a task, and keep it."""
        self._sketches[sketch.task.key] = sketch
        self.pane.show(sketch, self.placing.done.get(sketch.task.key))
        task = self.current_task
        self.queue.show_task(task)
        self.show_top(*wording.top(self.placing, task))
        self.show_keys()

    @property
    def current_task(self) -> Task:
        """The task on the screen as it stands in the queue."""
        return next(task for task in self.placing.tasks if task.key == self.sketch.task.key)

    @property
    def uses(self) -> tuple[Sequence[KeyUse], Sequence[KeyUse]]:
        """The keys that do most for what is shown, and those that are always shown."""
        return keys.SITE if self.sketch.task.candidate is None else keys.CANDIDATE, keys.ALWAYS

    def action_next(self, by: int, undecided: bool) -> None:  # noqa: FBT001  # bindings pass arguments by position
        """Go to another task, of the undecided alone if asked."""
        found = self.placing.after(self.current_task, by, undecided=undecided)
        if found is None:
            self.tell("Everything is decided. J and K go through all; q leaves.")
        else:
            self.go(found)

    @on(LineList.Chosen, "#queue")
    def _go_to_row(self, message: LineList.Chosen) -> None:
        found = self.queue.task_at(message.row)
        if found is not None and not self.pane.is_adjusting:
            self.go(found)

    @work
    async def action_go(self) -> None:
        """Go to a task by a part of what it says."""
        tasks = self.placing.tasks
        picked = await self.pick("Go to", [wording.long_name(one) for one in tasks])
        if picked is not None:
            self.go(tasks[picked])

    @work
    async def action_write(self) -> None:
        """Write the label; without a question it is asked for first."""
        if self._is_decided():
            return
        if not self.sketch.places:
            self.tell("No place is drawn: / finds words, p draws a place, u says that there is no answer.")
            return
        if not self.sketch.task.query and not await self._ask():
            return
        sketch = self.sketch
        self._run(lambda: self.placing.place(sketch.task, sketch.document, sketch.places))

    @work
    async def action_ask(self) -> None:
        """Write or change the question."""
        if not self._is_decided():
            await self._ask()

    async def _ask(self) -> bool:
        sketch = self.sketch
        dialog = QuestionDialog("What would somebody ask, in words of their own?", sketch.task.query)
        asked = await self.app.push_screen_wait(dialog)
        if asked:
            self.show(sketch.asking(asked))
        return bool(asked)

    @work
    async def action_pattern(self) -> None:
        """Choose the boundary pattern."""
        if self._is_decided():
            return
        names = [*PATTERNS, CONTROL, NO_PATTERN]
        picked = await self.pick("Why may overlap matter here?", names)
        if picked is not None:
            self.show(self.sketch.of_pattern(None if names[picked] == NO_PATTERN else names[picked]))

    def action_not_answerable(self) -> None:
        """Write that the documents hold no answer."""
        sketch = self.sketch
        if self._is_decided():
            return
        if sketch.task.candidate is None:
            self.tell("A site is answered by its place: x passes it over.")
        else:
            self._run(lambda: self.placing.not_answerable(sketch.task))

    @work
    async def action_drop(self) -> None:
        """Drop a candidate, with a reason; pass a site over."""
        if self._is_decided():
            return
        task = self.sketch.task
        reason: str | None = ""
        if task.candidate is not None:
            reason = await self.app.push_screen_wait(
                kept(self.app, DropDialog("Why is it no question for these documents?"))
            )
        if reason is not None:
            self._run(lambda: self.placing.drop(task, reason))

    def action_undo(self) -> None:
        """Take back the last decision and show its task."""
        try:
            task = self.placing.undo()
        except LabelError as error:
            self.notice("Not taken back", error)
            return
        if task is None:
            self.tell("There is nothing to take back.")
        else:
            self.go(task)

    def action_adjust(self) -> None:
        """Move the ends of the current place."""
        if not self._is_decided():
            self.pane.begin_adjusting(one_more=False)

    def action_add(self) -> None:
        """Draw one more place."""
        if not self._is_decided():
            self.pane.begin_adjusting(one_more=True)

    def action_take(self) -> None:
        """Take the place as it is drawn."""
        sketch = self.pane.taken()
        if sketch is not None:
            self.show(sketch)

    def action_take_out(self) -> None:
        """Take the current place out."""
        if not self._is_decided():
            self.show(self.sketch.without_current())

    def action_choose(self, number: int) -> None:
        """Act on another place."""
        self.show(self.sketch.choose(number - 1))

    @work
    async def action_open(self) -> None:
        """Open another document."""
        picked = await self.pick("Open a document", self._documents)
        if picked is not None and not self._is_decided():
            self.show(self.sketch.moved_to(self._documents[picked]))

    def action_look(self) -> None:
        """Show the next of the sections that share most words with the question, in whichever document."""
        sketch = self.sketch
        places = [option.place for option in self._looker.places(sketch.task.query)]
        if not places:
            self.tell("No section shares a word with the question.")
            return
        at = self._looked[sketch.task.key] = (self._looked.get(sketch.task.key, -1) + 1) % len(places)
        place = places[at]
        if sketch.places and place.document != sketch.document:
            self.tell(f"{at + 1} of {len(places)} is in {place.document}: d takes the places out first.")
            return
        self.show(sketch.moved_to(place.document))
        self.pane.look_at(place.span, f"place to look {at + 1} of {len(places)}")

    def action_leave(self) -> None:
        """Leave; all that was decided is written."""
        self.dismiss(None)

    def _is_decided(self) -> bool:
        """Tell, and say, whether the task is decided already."""
        is_decided = self.sketch.task.key in self.placing.done
        if is_decided:
            self.tell("This is decided: z takes the last decision back.")
        return is_decided

    def _run(self, act: Callable[[], object]) -> None:
        """Write a decision and go on; what cannot be written is said, and is not decided."""
        try:
            act()
        except LabelError as error:
            self.notice("Not written", error)
            return
        following = self.placing.after(self.current_task, 1, undecided=True)
        self.go(following or self.current_task)
        if following is None:
            self.tell("Everything is decided. z takes the last one back; q leaves.")

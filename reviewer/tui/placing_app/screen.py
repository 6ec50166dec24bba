"""Placing: what waits at the left, its question and document at the right; every decision is written at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.screen import Screen

from reviewer.errors import LabelError
from reviewer.queries import CONTROL, PATTERNS
from reviewer.review import Looker
from reviewer.review.placing import Placing, Task
from reviewer.tui import glyphs
from reviewer.tui.dialogs import AskDialog, HelpDialog, NoticeDialog, PickDialog, kept
from reviewer.tui.key_bar import Hint, KeyBar
from reviewer.tui.key_use import hints
from reviewer.tui.line_list import Line, LineList, OneLine
from reviewer.tui.placing_app import keys, wording
from reviewer.tui.placing_app.pane import PlacingPane
from reviewer.tui.placing_app.queue import TaskList
from reviewer.tui.placing_app.sketch import Sketch
from reviewer.tui.search_field import SearchField

WIDTHS = ((120, 40), (100, 32), (0, 24))
"""The queue's cells from so many cells of the screen on."""
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


class PlacingScreen(Screen[None]):
    """Steps through tasks; each key's action is in `keys`."""

    DEFAULT_CSS = """
    PlacingScreen {
        layers: base above;
        & > #top { background: $primary 30%; text-style: bold; }
        & > #body { height: 1fr; }
        & #queue { border-right: solid $panel-lighten-2; }
        & #placing { width: 1fr; }
    }
    PlacingScreen:nocolor > #top { text-style: reverse bold; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(key.binding, key.action, key.does, show=False) for key in keys.ALL if key.binding
    ]
    AUTO_FOCUS = "#now"

    def __init__(self, placing: Placing) -> None:
        """Take what there is to do."""
        super().__init__()
        self.placing = placing
        self._documents = list(placing.corpus.documents)
        self._sketches: dict[str, Sketch] = {}
        self._looker = Looker(placing.corpus)
        self._looked: dict[str, int] = {}

    def compose(self) -> ComposeResult:
        """Lay out the first line, the queue, the task, the search and the keys."""
        yield OneLine(id="top")
        with Horizontal(id="body"):
            yield TaskList(self.placing)
            yield PlacingPane(self.placing.corpus)
        yield SearchField()
        yield KeyBar()

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

    def on_resize(self, event: events.Resize) -> None:
        """Give the queue its share of the width."""
        width = next(width for least, width in WIDTHS if event.size.width >= least)
        self.query_one(TaskList).styles.width = width

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
        self.query_one(TaskList).show_task(task)
        left, right = wording.top(self.placing, task)
        self.query_one("#top", OneLine).say(Line(((f" {left}", "plain"),), ((f"{right} ", "plain"),)))
        self._show_keys()

    @property
    def current_task(self) -> Task:
        """The task on the screen as it stands in the queue."""
        return next(task for task in self.placing.tasks if task.key == self.sketch.task.key)

    def _show_keys(self) -> None:
        bar = self.query_one(KeyBar)
        if self.pane.is_adjusting:
            bar.show(hints(keys.ADJUSTING), hints(keys.ADJUSTING_ALWAYS))
            return
        review = keys.SITE if self.sketch.task.candidate is None else keys.CANDIDATE
        bar.show(hints(review), hints(keys.ALWAYS))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """While a place is drawn, nothing is decided."""
        if self.is_mounted and self.query(PlacingPane) and self.pane.is_adjusting:
            return action in keys.WHILE_ADJUSTING
        return False if action == "take" else super().check_action(action, parameters)

    def action_next(self, by: int, undecided: bool) -> None:  # noqa: FBT001  # bindings pass arguments by position
        """Go to another task, of the undecided alone if asked."""
        found = self.placing.after(self.current_task, by, undecided=undecided)
        if found is None:
            self.tell("Everything is decided. J and K go through all; q leaves.")
        else:
            self.go(found)

    @on(LineList.Chosen, "#queue")
    def _go_to_row(self, message: LineList.Chosen) -> None:
        found = self.query_one(TaskList).task_at(message.row)
        if found is not None and not self.pane.is_adjusting:
            self.go(found)

    @work
    async def action_go(self) -> None:
        """Go to a task by a part of what it says."""
        tasks = self.placing.tasks
        picked = await self.app.push_screen_wait(
            kept(self.app, PickDialog("Go to", [wording.long_name(one) for one in tasks]))
        )
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
        picked = await self.app.push_screen_wait(kept(self.app, PickDialog("Why may overlap matter here?", names)))
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
            self._notice("Not taken back", error)
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

    @on(PlacingPane.AdjustingChanged)
    def _show_adjusting(self) -> None:
        self._show_keys()

    @work
    async def action_open(self) -> None:
        """Open another document."""
        picked = await self.app.push_screen_wait(kept(self.app, PickDialog("Open a document", self._documents)))
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

    def action_context(self) -> None:
        """Give the document all the width, or take it back."""
        queue = self.query_one(TaskList)
        queue.display = not queue.display

    def action_search(self) -> None:
        """Ask for words to find in the document."""
        self.query_one(SearchField).open()

    @on(SearchField.Sought)
    def _find(self, message: SearchField.Sought) -> None:
        self.pane.find(message.words)

    @on(SearchField.Closed)
    def _end_search(self, message: SearchField.Closed) -> None:
        self.pane.now.focus()
        if not message.is_kept:
            self.pane.find("")

    def action_find_next(self, by: int) -> None:
        """Go to another place of the words."""
        self.pane.find_next(by)

    def action_back(self) -> None:
        """Leave the search, the drawing or the wide view; nothing is decided."""
        if self.pane.is_adjusting:
            self.pane.leave_adjusting()
            self._show_keys()
        elif self.pane.search.hits:
            self.pane.find("")
        else:
            self.query_one(TaskList).display = True

    def action_help(self) -> None:
        """List the keys."""
        self.app.push_screen(kept(self.app, HelpDialog(keys.help_groups())))

    def action_leave(self) -> None:
        """Leave; all that was decided is written."""
        self.dismiss(None)

    def tell(self, message: str) -> None:
        """Say something for a moment; never as markup."""
        self.notify(glyphs.one_line(message), markup=False, timeout=4)

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
            self._notice("Not written", error)
            return
        following = self.placing.after(self.current_task, 1, undecided=True)
        self.go(following or self.current_task)
        if following is None:
            self.tell("Everything is decided. z takes the last one back; q leaves.")

    def _notice(self, heading: str, error: LabelError) -> None:
        self.app.push_screen(
            kept(self.app, NoticeDialog(heading, [*error.message.split("\n"), *error.hint.split("\n")]))
        )

"""Makes notice.pdf, sideways.pdf and scan.pdf with reportlab: three columns, a ruled table, turned and doubled text."""

from pathlib import Path

from reportlab.lib.colors import black
from reportlab.lib.pagesizes import A5
from reportlab.lib.utils import simpleSplit
from reportlab.pdfgen.canvas import Canvas

HERE = Path(__file__).parent
WIDTH, HEIGHT = A5

ONE = "The pool opens at seven on working days and at nine on all others. Children under ten swim with a grown-up."
TWO = "Lockers take a coin of one euro and give it back. What is found in them after closing is kept for a month."
THREE = "Lessons are held on Mondays. A lesson that falls out is held again on the Thursday of the same week."


def column(canvas: Canvas, text: str, left: float, top: float, width: float) -> None:
    """Write a text into a column, 9 points high, from `top` down."""
    canvas.setFont("Helvetica", 9)
    for number, line in enumerate(simpleSplit(text, "Helvetica", 9, width)):
        canvas.drawString(left, top - 11.5 * number, line)


def notice() -> None:
    """A heading over three columns, one more heading in bold printed twice, and a ruled table with a spanned cell."""
    canvas = Canvas(str(HERE / "notice.pdf"), pagesize=A5, invariant=True)
    canvas.setTitle("Swimming pool")
    canvas.setFont("Helvetica-Bold", 18)
    canvas.drawCentredString(WIDTH / 2, HEIGHT - 60, "Rules of the Swimming Pool")
    for number, text in enumerate((ONE, TWO, THREE)):
        column(canvas, text, 40 + 118 * number, HEIGHT - 95, 100)
    canvas.setFont("Helvetica", 13)
    for shift in (0, 0.3):
        canvas.drawString(40 + shift, HEIGHT - 220, "Prices of Tickets")
    column(
        canvas,
        "Tickets are sold until an hour before closing, at the desk and at no other place.",
        40,
        HEIGHT - 240,
        340,
    )
    table(canvas, 40, HEIGHT - 280)
    canvas.saveState()
    canvas.translate(WIDTH / 2, HEIGHT / 3)
    canvas.rotate(45)
    canvas.setFont("Helvetica", 40)
    canvas.drawCentredString(0, 0, "DRAFT")
    canvas.restoreState()
    canvas.save()


def table(canvas: Canvas, left: float, top: float) -> None:
    """Draw three columns and four rows; the last row's last two cells are one."""
    canvas.setStrokeColor(black)
    canvas.grid([left, left + 110, left + 200, left + 300], [top, top - 18, top - 36, top - 54])
    canvas.lines(
        [
            (left, top - 72, left + 300, top - 72),
            (left, top - 54, left, top - 72),
            (left + 110, top - 54, left + 110, top - 72),
            (left + 300, top - 54, left + 300, top - 72),
        ]
    )
    rows = (
        ("Ticket", "Day", "Month"),
        ("Child", "2.50", "30.00"),
        ("Grown-up", "5.00", "60.00"),
        (
            "Family",
            "12.00 in one piece",
        ),
    )
    for down, row in enumerate(rows):
        for across, text in enumerate(row):
            canvas.setFont("Helvetica-Bold" if down == 0 else "Helvetica", 9)
            canvas.drawString(left + (4, 114, 204)[across], top - 12 - 18 * down, text)


def sideways() -> None:
    """A page written sideways with a note across, then one without any text, then one turned by its own rotation."""
    canvas = Canvas(str(HERE / "sideways.pdf"), pagesize=A5, invariant=True)
    canvas.saveState()
    canvas.rotate(90)
    canvas.setFont("Helvetica-Bold", 14)
    canvas.drawString(60, -60, "A Page Written Sideways")
    column(canvas, ONE + " " + TWO, 60, -85, 400)
    canvas.restoreState()
    canvas.setFont("Helvetica", 7)
    canvas.drawString(40, 30, "Printed on paper.")
    canvas.showPage()
    canvas.rect(50, 50, 200, 200, fill=1)
    canvas.showPage()
    canvas.setPageRotation(90)
    column(canvas, THREE, 60, 300, 300)
    canvas.save()


def scan() -> None:
    """A page that is a picture."""
    canvas = Canvas(str(HERE / "scan.pdf"), pagesize=A5, invariant=True)
    canvas.rect(50, 50, 200, 200, fill=1)
    canvas.save()


if __name__ == "__main__":
    notice()
    sideways()
    scan()

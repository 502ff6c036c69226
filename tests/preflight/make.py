"""Makes the PDFs of tests/preflight with other programs, and faults.toml, which says what was planted
on which page and where. Tests read what is committed and need none of these programs.

    pip install reportlab cairocffi pikepdf pillow typst
    apt-get install ghostscript libreoffice-writer-nogui libcairo2 fonts-liberation
    python3 tests/preflight/make.py

Places are millimetres from the top left of the page after it is cut. All pages are 105 x 148 mm with 3 mm
of bleed, unless a file is about that.
"""

import os
import pathlib
import subprocess
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
FONTS = HERE.parent.parent / "templates" / "fonts"
MM = 72 / 25.4
TRIM = (105.0, 148.0)
BLEED = 3.0
os.environ["SOURCE_DATE_EPOCH"] = "1764115200"

FILES = []


class Planted:
    """A PDF with what is planted in it."""

    def __init__(self, name, program, profile, trim=None):
        self.name, self.program, self.profile, self.trim = name, program, profile, trim
        self.faults = []
        FILES.append(self)

    @property
    def path(self):
        return str(HERE / self.name)

    def plant(self, page, *kinds, place=None):
        for kind in kinds:
            self.faults.append((page, kind, place))


def write_list():
    lines = ["# Made by make.py: what was planted in which file, on which page and where.", ""]
    for file in FILES:
        lines += ["[[file]]", f'name = "{file.name}"', f'program = "{file.program}"']
        lines += [f'profile = "{file.profile}"']
        if file.trim:
            lines += [f"trim = [{file.trim[0]}, {file.trim[1]}]"]
        for page, kind, place in file.faults:
            where = f", place = {list(place)}" if place else ""
            number = f"page = {page}, " if page else ""
            lines += ["[[file.faults]]", f'fault = {{ {number}kind = "{kind}"{where} }}']
        lines += [""]
    text = "\n".join(lines)
    (HERE / "faults.toml").write_text(text)


# ReportLab: inks, spot colours, overprinting; boxes are its own.

def reportlab():
    import io
    from PIL import Image
    from reportlab.lib.colors import CMYKColor, CMYKColorSep, PCMYKColorSep
    from reportlab.lib.utils import ImageReader
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont
    from reportlab.pdfgen.canvas import Canvas

    pdfmetrics.registerFont(TTFont("Source", str(FONTS / "SourceSans3_400Regular.ttf")))
    black = CMYKColor(0, 0, 0, 1)

    class Page:
        """Draws in millimetres from the top left of the trim."""

        def __init__(self, planted, trim=TRIM, bleed=BLEED, boxes=True):
            self.trim, self.bleed, self.boxes = trim, bleed, boxes
            self.size = tuple((side + 2 * bleed) * MM for side in trim)
            self.canvas = Canvas(planted.path, pagesize=self.size, invariant=1)
            self.canvas.setTitle(planted.name)
            self.begin()

        def begin(self):
            if self.boxes:
                edge = self.bleed * MM
                self.canvas.setTrimBox((edge, edge, self.size[0] - edge, self.size[1] - edge))
                self.canvas.setBleedBox((0, 0, *self.size))

        def next(self):
            self.canvas.showPage()
            self.begin()

        def rect(self, x, y, width, height, **how):
            left, top = (x + self.bleed) * MM, self.size[1] - (y + self.bleed) * MM
            how = {"stroke": 0, "fill": 1, **how}
            self.canvas.rect(left, top - height * MM, width * MM, height * MM, **how)

        def line(self, x, y, x2, y2, width):
            up = lambda y: self.size[1] - (y + self.bleed) * MM
            across = lambda x: (x + self.bleed) * MM
            self.canvas.setLineWidth(width)
            self.canvas.line(across(x), up(y), across(x2), up(y2))

        def text(self, x, y, words, size=9, font="Source", colour=black):
            self.canvas.setFillColor(colour)
            self.canvas.setFont(font, size)
            self.canvas.drawString((x + self.bleed) * MM, self.size[1] - (y + self.bleed) * MM, words)

        def image(self, image, x, y, width, height):
            left, top = (x + self.bleed) * MM, self.size[1] - (y + self.bleed) * MM
            self.canvas.drawImage(ImageReader(image), left, top - height * MM, width * MM, height * MM)

        def body(self):
            self.text(12, 20, "Each player draws four cards and keeps two of them.")

        def save(self):
            self.canvas.save()

    def pixels(width, height, mode="CMYK", dark=(60, 40, 40, 0)):
        image = Image.new(mode, (width, height), dark[: len(mode)])
        light = (10, 60, 0, 0)[: len(mode)]
        for x in range(0, width, 7):
            image.paste(light, (x, 0, min(x + 3, width), height))
        return image

    # Good pages: a ground into the bleed, black text, a fine picture, lines.
    good = Planted("reportlab-good.pdf", "ReportLab", "press.toml", TRIM)
    page = Page(good)
    for _ in range(4):
        page.canvas.setFillColor(CMYKColor(0.25, 0, 0.05, 0))
        page.rect(-BLEED, -BLEED, TRIM[0] + 2 * BLEED, 20)
        page.body()
        page.canvas.setStrokeColor(black)
        page.line(12, 40, 90, 40, 0.5)
        page.image(pixels(240, 120), 12, 50, 20, 10)
        page.text(12, 70, "A heading in navy", 14, colour=CMYKColor(1, 0.65, 0.1, 0.35))
        page.text(12, 80, "Grey words of black alone", 8, colour=CMYKColor(0, 0, 0, 0.6))
        page.canvas.setFillColor(CMYKColor(0.1, 0.45, 0.9, 0.4))
        page.canvas.circle(60 * MM, 0, 20 * MM, stroke=0, fill=1)
        page.next()
    page.save()

    white_paper = Planted("reportlab-good-white.pdf", "ReportLab", "press.toml", TRIM)
    page = Page(white_paper)
    page.body()
    page.next()
    page.canvas.setFillColor(CMYKColor(0, 0, 0, 0))
    page.rect(0, 0, *TRIM)
    page.body()
    page.save()

    colours = Planted("reportlab-colours.pdf", "ReportLab", "press.toml", TRIM)
    page = Page(colours)
    page.canvas.setFillColorRGB(0.8, 0.1, 0.1)
    page.rect(20, 30, 40, 10)
    colours.plant(1, "rgb-colour", place=(20, 30, 40, 10))
    page.next()
    page.canvas.setFillColorRGB(0, 0, 0)
    page.canvas.setFont("Source", 10)
    page.canvas.drawString((20 + BLEED) * MM, page.size[1] - (40 + BLEED) * MM, "Black words in RGB")
    colours.plant(2, "rgb-colour", "black-text-not-k", place=(20, 37, 28, 4))
    page.next()
    page.text(20, 40, "Rich black words", 10, colour=CMYKColor(0.6, 0.4, 0.4, 1))
    colours.plant(3, "rich-black-text", place=(20, 37, 25, 4))
    page.next()
    page.canvas.setFillColor(CMYKColor(1, 1, 1, 0.5))
    page.rect(30, 60, 20, 20)
    colours.plant(4, "too-much-ink", place=(30, 60, 20, 20))
    page.next()
    page.canvas.setFillColor(PCMYKColorSep(0, 90, 80, 0, spotName="PANTONE 485 C"))
    page.rect(30, 60, 20, 20)
    colours.plant(5, "spot-colour", place=(30, 60, 20, 20))
    page.next()
    page.canvas.setFillColor(CMYKColorSep(1, 1, 1, 1, spotName="All"))
    page.rect(50, 60, 5, 5)
    colours.plant(6, "registration-colour", place=(50, 60, 5, 5))
    page.next()
    page.canvas.setFillColor(CMYKColor(0.4, 0, 0, 0))
    page.canvas.setFillAlpha(0.5)
    page.rect(20, 90, 30, 15)
    colours.plant(7, "transparency", place=(20, 90, 30, 15))
    page.next()
    page.canvas.setFillColor(CMYKColor(0.8, 0.2, 0, 0))
    page.rect(20, 90, 40, 20)
    page.canvas.setFillOverprint(True)
    page.canvas.setFillColor(CMYKColor(0, 0, 0, 0))
    page.rect(25, 95, 10, 10)
    colours.plant(8, "overprinted-white", place=(25, 95, 10, 10))
    page.next()
    page.text(20, 40, "Grey words of three inks", 10, colour=CMYKColor(0.5, 0.45, 0.45, 0))
    colours.plant(9, "black-text-not-k", place=(20, 37, 34, 4))
    page.next()
    page.image(pixels(250, 250, dark=(250, 250, 250, 200)), 20, 20, 20, 20)
    colours.plant(10, "too-much-ink", place=(20, 20, 20, 20))
    page.next()
    image = pixels(400, 200, "RGB")
    page.image(image, 20, 20, 30, 15)
    colours.plant(11, "rgb-picture", place=(20, 20, 30, 15))
    page.save()

    lines = Planted("reportlab-lines.pdf", "ReportLab", "press.toml", TRIM)
    page = Page(lines)
    page.canvas.setStrokeColor(black)
    page.line(20, 50, 80, 50, 0.1)
    lines.plant(1, "thin-line", place=(20, 50, 60, 0))
    page.next()
    page.canvas.setStrokeColor(black)
    page.line(20, 50, 20, 90, 0)
    lines.plant(2, "hairline", place=(20, 50, 0, 40))
    page.next()
    page.text(20, 40, "Words that are far too small", 4)
    lines.plant(3, "small-type", place=(20, 39, 15, 1))
    page.next()
    page.text(20, 40, "Words that are rather small", 6)
    lines.plant(4, "small-type", place=(20, 38, 22, 2))
    page.next()
    page.canvas.setFillColor(CMYKColor(0.8, 0.5, 0, 0.2))
    page.rect(15, 30, 60, 20)
    page.text(20, 40, "Light words on a dark ground", 5.5, colour=CMYKColor(0, 0, 0, 0))
    lines.plant(5, "reversed-text", "small-type", place=(20, 38, 22, 2))
    page.next()
    page.text(1, 40, "Words near the left edge", 10)
    lines.plant(6, "text-near-edge", place=(1, 37, 34, 4))
    page.next()
    page.text(70, 40, "Words that run over the right edge", 10)
    lines.plant(7, "text-near-edge", place=(70, 37, 38, 4))
    page.next()
    page.canvas.setStrokeColor(black)
    page.canvas.setLineWidth(1)
    page.rect(1.5, 1.5, TRIM[0] - 3, TRIM[1] - 3, stroke=1, fill=0)
    lines.plant(8, "line-near-edge", place=(1.3, 1.3, 102.4, 145.4))
    page.next()
    page.text(20, 40, "A font that is not in the file", 10, font="Helvetica")
    lines.plant(9, "font-not-embedded", place=(20, 37, 41, 4))
    page.next()
    # Scaled: 14 points on a page that is shown at half its size.
    page.canvas.saveState()
    page.canvas.translate(60, 200)
    page.canvas.scale(0.3, 0.3)
    page.canvas.setFillColor(black)
    page.canvas.setFont("Source", 14)
    page.canvas.drawString(0, 0, "Small by a matrix")
    page.canvas.restoreState()
    lines.plant(10, "small-type", place=(18.2, 79, 10, 1.6))
    page.next()
    page.canvas.setFillColor(black)
    page.rect(20, 60, 50, 0.03)
    lines.plant(11, "thin-line", place=(20, 60, 50, 0))
    page.save()

    edges = Planted("reportlab-edges.pdf", "ReportLab", "press.toml", TRIM)
    page = Page(edges)
    page.canvas.setFillColor(CMYKColor(0.3, 0, 0, 0))
    page.rect(0, 0, TRIM[0], 30)
    edges.plant(1, "bleed-not-painted", place=(0, 0, 105, 30))
    page.next()
    page.image(pixels(660, 660), 50, 40, 55, 55)
    edges.plant(2, "bleed-not-painted", place=(50, 40, 55, 55))
    page.next()
    page.canvas.setFillColor(CMYKColor(0.3, 0, 0, 0))
    page.rect(-BLEED, 120, TRIM[0] + 2 * BLEED, 29.5)
    edges.plant(3, "bleed-not-painted", place=(-3, 120, 111, 29.5))
    page.next()
    # Clipped at the trim, though the picture itself is larger.
    page.canvas.saveState()
    path = page.canvas.beginPath()
    path.rect(3 * MM, 3 * MM, TRIM[0] * MM, TRIM[1] * MM)
    page.canvas.clipPath(path, stroke=0, fill=0)
    page.image(pixels(700, 700), -3, 60, 55, 55)
    page.canvas.restoreState()
    edges.plant(4, "bleed-not-painted", place=(0, 60, 52, 55))
    page.next()
    page.image(pixels(100, 100), 20, 40, 25.4, 25.4)
    edges.plant(5, "coarse-picture", place=(20, 40, 25.4, 25.4))
    page.next()
    page.image(pixels(250, 250), 20, 40, 25.4, 25.4)
    edges.plant(6, "coarse-picture", place=(20, 40, 25.4, 25.4))
    page.next()
    page.body()
    page.canvas.linkURL("https://example.org", (60, 100, 160, 120))
    edges.plant(7, "annotation", place=(18.2, 108.7, 35, 7))
    page.next()
    # A ground that goes on, and over it a picture that ends at the edge; a small shape may end anywhere.
    page.canvas.setFillColor(CMYKColor(0.2, 0.1, 0, 0))
    page.rect(-BLEED, -BLEED, TRIM[0] + 2 * BLEED, TRIM[1] + 2 * BLEED)
    page.image(pixels(1300, 1080), 0, 30, TRIM[0], 90)
    page.canvas.setFillColor(CMYKColor(0.6, 0.1, 0, 0))
    page.rect(-1.5, 130, 8, 8)
    edges.plant(8, "bleed-not-painted", place=(0, 30, 105, 90))
    page.next()
    # Turned: then the page is wider than high in the file, and so are its boxes.
    page.canvas.setPageRotation(90)
    side = BLEED * MM
    page.canvas.setTrimBox((side, side, page.size[1] - side, page.size[0] - side))
    page.canvas.setBleedBox((0, 0, page.size[1], page.size[0]))
    page.body()
    edges.plant(9, "rotated-page")
    page.save()

    sizes = Planted("reportlab-sizes.pdf", "ReportLab", "pages.toml", (100.0, 100.0))
    page = Page(sizes, trim=(100.0, 100.0))
    page.body()
    page.next()
    page.body()
    page.next()
    page.canvas.setPageSize(((90 + 6) * MM, (100 + 6) * MM))
    page.canvas.setTrimBox((3 * MM, 3 * MM, 93 * MM, 103 * MM))
    page.canvas.setBleedBox((0, 0, 96 * MM, 106 * MM))
    page.body()
    sizes.plant(None, "page-count")
    sizes.plant(3, "trim-differs", "wrong-trim")
    page.save()

    narrow = Planted("reportlab-narrow.pdf", "ReportLab", "press.toml", TRIM)
    page = Page(narrow, bleed=1.0)
    page.canvas.setFillColor(CMYKColor(0.3, 0, 0, 0))
    page.rect(-1, -1, TRIM[0] + 2, 30)
    narrow.plant(1, "bleed-missing")
    page.next()
    page.body()
    narrow.plant(2, "bleed-missing")
    page.next()
    page.canvas.setTrimBox((-20, 3, 200, 300))
    page.body()
    narrow.plant(3, "box-nesting", "trim-differs", "wrong-trim", "bleed-missing")
    page.save()


# Cairo: RGB, transparency, pictures with masks. It knows no trim box: pikepdf sets it, as people do.

def cairo():
    import cairocffi
    import pikepdf

    def surface(planted, bleed=BLEED):
        size = tuple((side + 2 * bleed) * MM for side in TRIM)
        pdf = cairocffi.PDFSurface(planted.path, *size)
        context = cairocffi.Context(pdf)
        context.translate(bleed * MM, bleed * MM)
        context.scale(MM, MM)
        context.select_font_face("Liberation Sans")
        context.set_font_size(10 / MM)
        return pdf, context

    def set_boxes(planted, bleed=BLEED):
        with pikepdf.open(planted.path, allow_overwriting_input=True) as pdf:
            for page in pdf.pages:
                x0, y0, x1, y1 = (float(side) for side in page.mediabox)
                edge = bleed * MM
                page.trimbox = [x0 + edge, y0 + edge, x1 - edge, y1 - edge]
            pdf.save(planted.path, deterministic_id=True)

    def words(context, x, y, text, size=10):
        context.set_font_size(size / MM)
        context.move_to(x, y)
        context.show_text(text)

    def picture(context, dots, x, y, size, alpha=False):
        form = cairocffi.FORMAT_ARGB32 if alpha else cairocffi.FORMAT_RGB24
        image = cairocffi.ImageSurface(form, dots, dots)
        drawing = cairocffi.Context(image)
        for nth in range(0, dots, 6):
            drawing.set_source_rgba(nth / dots, 0.4, 0.7, 0.5 if alpha else 1)
            drawing.rectangle(nth, 0, 3, dots)
            drawing.fill()
        context.save()
        context.translate(x, y)
        context.scale(size / dots, size / dots)
        context.set_source_surface(image)
        context.paint()
        context.restore()

    good = Planted("cairo-good.pdf", "Cairo", "screen-colours.toml", TRIM)
    pdf, context = surface(good)
    for _ in range(2):
        context.set_source_rgb(0.85, 0.9, 0.95)
        context.rectangle(-BLEED, -BLEED, TRIM[0] + 2 * BLEED, 30)
        context.fill()
        context.set_source_rgb(0, 0, 0)
        words(context, 12, 40, "Words in black")
        context.set_line_width(0.5 / MM)
        context.move_to(12, 50)
        context.line_to(90, 50)
        context.stroke()
        picture(context, 320, 12, 60, 25)
        context.show_page()
    pdf.finish()
    set_boxes(good)

    wide = Planted("cairo-good-art.pdf", "Cairo", "screen-colours.toml", TRIM)
    pdf, context = surface(wide)
    # Shapes may end anywhere in the bleed; a gradient and a picture go on to its end.
    gradient = cairocffi.LinearGradient(0, 0, 0, 60)
    gradient.add_color_stop_rgb(0, 0.9, 0.8, 0.6)
    gradient.add_color_stop_rgb(1, 0.6, 0.8, 0.9)
    context.set_source(gradient)
    context.rectangle(-BLEED, -BLEED, TRIM[0] + 2 * BLEED, 63)
    context.fill()
    context.set_source_rgb(0.5, 0.2, 0.2)
    context.arc(TRIM[0] - 8, 100, 9, 0, 6.3)
    context.fill()
    context.move_to(-2, 90)
    context.line_to(10, 95)
    context.line_to(10, 85)
    context.fill()
    context.show_page()
    pdf.finish()
    set_boxes(wide)

    press = Planted("cairo-press.pdf", "Cairo", "press.toml", TRIM)
    pdf, context = surface(press)
    context.set_source_rgb(0.2, 0.5, 0.3)
    context.rectangle(30, 30, 20, 10)
    context.fill()
    press.plant(1, "rgb-colour", place=(30, 30, 20, 10))
    context.show_page()
    context.set_source_rgb(0, 0, 0)
    words(context, 20, 40, "Black words")
    press.plant(2, "rgb-colour", "black-text-not-k", place=(20, 37, 20, 4))
    context.show_page()
    picture(context, 320, 20, 40, 25)
    press.plant(3, "rgb-picture", place=(20, 40, 25, 25))
    context.show_page()
    picture(context, 320, 20, 40, 25, alpha=True)
    press.plant(4, "rgb-picture", "transparency", place=(20, 40, 25, 25))
    context.show_page()
    pdf.finish()
    set_boxes(press)

    office = Planted("cairo-faults.pdf", "Cairo", "screen-colours.toml", TRIM)
    pdf, context = surface(office)
    context.set_source_rgb(0, 0, 0)
    words(context, 20, 40, "Small words of Cairo", 4.5)
    office.plant(1, "small-type", place=(20, 38.7, 16, 2))
    context.show_page()
    picture(context, 80, 20, 40, 25)
    office.plant(2, "coarse-picture", place=(20, 40, 25, 25))
    context.show_page()
    context.set_source_rgb(0, 0, 0)
    context.set_line_width(0.1 / MM)
    context.move_to(20, 60)
    context.line_to(20, 90)
    context.line_to(60, 90)
    context.stroke()
    office.plant(3, "thin-line", place=(20, 60, 40, 30))
    context.show_page()
    context.set_source_rgb(0, 0, 0)
    words(context, 20, 147, "Words at the foot")
    office.plant(4, "text-near-edge", place=(20, 144, 29, 4))
    context.show_page()
    context.set_source_rgb(0.9, 0.8, 0.6)
    context.rectangle(0, -BLEED, 40, TRIM[1] + 2 * BLEED)
    context.fill()
    office.plant(5, "bleed-not-painted", place=(0, -3, 40, 154))
    context.show_page()
    # Turned: the words run up the page, off its top.
    context.save()
    context.set_source_rgb(0, 0, 0)
    context.translate(60, 20)
    context.rotate(-1.5707963)
    words(context, 0, 0, "Turned words that run off")
    context.restore()
    office.plant(6, "text-near-edge", place=(57, -3, 4, 23))
    context.show_page()
    pdf.finish()
    set_boxes(office)

    group = Planted("cairo-x1a.pdf", "Cairo", "x1a.toml")
    pdf, context = surface(group)
    pdf.set_metadata(cairocffi.PDF_METADATA_TITLE, "Cairo") if hasattr(pdf, "set_metadata") else None
    context.set_source_rgb(0.4, 0.2, 0.2)
    context.rectangle(30, 30, 20, 10)
    context.fill()
    context.push_group()
    context.set_source_rgb(0.4, 0.2, 0.2)
    context.rectangle(40, 35, 20, 10)
    context.fill()
    context.pop_group_to_source()
    context.paint_with_alpha(0.5)
    context.show_page()
    pdf.finish()
    set_boxes(group)
    group.plant(1, "rgb-colour")
    group.plant(1, "transparency")
    group.plant(1, "transparency-group")
    for kind in ["output-intent", "standard-claim", "trapped", "document-info", "pdf-version"]:
        group.plant(None, kind)


# Ghostscript: PostScript of every kind.

def ghostscript():
    size = tuple((side + 2 * BLEED) * MM for side in TRIM)
    edge = BLEED * MM
    boxes = f"[/TrimBox [{edge:.3f} {edge:.3f} {size[0] - edge:.3f} {size[1] - edge:.3f}]"
    boxes += f" /BleedBox [0 0 {size[0]:.3f} {size[1]:.3f}] /PAGE pdfmark\n"
    font = f"({FONTS / 'SourceSans3_400Regular.ttf'})"

    def run(planted, pages, *options, setup=""):
        head = f"<< /PageSize [{size[0]:.3f} {size[1]:.3f}] >> setpagedevice\n{setup}"
        # Millimetres from the top left of the trim, as the list says places.
        start = f"gsave {edge:.3f} {size[1] - edge:.3f} translate {MM:.5f} dup neg scale\n"
        body = "".join(f"{boxes}{start}{page}\ngrestore showpage\n" for page in pages)
        with tempfile.NamedTemporaryFile("w", suffix=".ps") as file:
            file.write(head + body)
            file.flush()
            subprocess.run(
                ["gs", "-q", "-dBATCH", "-dNOPAUSE", "-sDEVICE=pdfwrite", "-dPDFSETTINGS=/prepress",
                 "-dCompatibilityLevel=1.4", "-dAutoRotatePages=/None", "-dNOSAFER",
                 "-sColorConversionStrategy=LeaveColorUnchanged", *options, f"-o{planted.path}", file.name],
                check=True,
            )

    def words(text, x, y, points=10, face="/Times-Roman"):
        matrix = f"[{points / MM:.4f} 0 0 {-points / MM:.4f} 0 0]"
        return f"{face} findfont {matrix} makefont setfont {x} {y} moveto ({text}) show\n"

    def picture(dots, x, y, side, ink=60):
        line = f"<{(f'{ink:02x}' * 4) * dots}>"
        image = f"<< /ImageType 1 /Width {dots} /Height {dots} /BitsPerComponent 8 /Decode [0 1 0 1 0 1 0 1]"
        image += f" /ImageMatrix [{dots} 0 0 {dots} 0 0] /DataSource {{ {line} }} >> image\n"
        return f"gsave /DeviceCMYK setcolorspace {x} {y} translate {side} {side} scale\n{image}grestore\n"

    black = "0 0 0 1 setcmykcolor\n"
    good = Planted("ghostscript-good.pdf", "Ghostscript", "press.toml", TRIM)
    page = "0.2 0 0.1 0 setcmykcolor -3 -3 111 30 rectfill\n" + black + words("Words in black alone", 12, 40)
    page += "0.18 setlinewidth 12 50 moveto 90 50 lineto stroke\n" + picture(240, 12, 60, 20)
    # A frame well inside, and a table of rules.
    page += "12 90 60 30 rectstroke 12 100 moveto 72 100 lineto 12 110 moveto 72 110 lineto stroke"
    run(good, [page, page])

    grey = Planted("ghostscript-good-grey.pdf", "Ghostscript", "press.toml", TRIM)
    page = "0.9 setgray -3 -3 111 154 rectfill 0 setgray\n" + words("Words in grey space", 12, 40, face="/Helvetica")
    page += "1 setgray 12 60 40 20 rectfill"
    run(grey, [page])

    faults = Planted("ghostscript-faults.pdf", "Ghostscript", "press.toml", TRIM)
    pages = []

    def fault(page, *kinds, place=None):
        pages.append(page)
        faults.plant(len(pages), *kinds, place=place)

    fault("0.9 0.8 0.7 0.6 setcmykcolor 20 30 30 20 rectfill", "too-much-ink", place=(20, 30, 30, 20))
    fault(black + "0.02 setlinewidth 20 30 moveto 80 30 lineto stroke", "thin-line", place=(20, 30, 60, 0))
    fault(black + "0 setlinewidth 20 30 moveto 20 90 lineto stroke", "hairline", place=(20, 30, 0, 60))
    fault("1 0 0 setrgbcolor 20 30 30 20 rectfill", "rgb-colour", place=(20, 30, 30, 20))
    fault("[/Separation (Gold) /DeviceCMYK {dup 0.2 mul exch dup 0.4 mul exch 0.9 mul 0}] setcolorspace 1 setcolor"
          " 20 30 30 20 rectfill", "spot-colour", place=(20, 30, 30, 20))
    fault("[/Separation /All /DeviceCMYK {dup dup dup}] setcolorspace 1 setcolor 20 30 10 10 rectfill",
          "registration-colour", place=(20, 30, 10, 10))
    fault("0.6 0.1 0 0.1 setcmykcolor 20 30 50 20 rectfill true setoverprint 0 0 0 0 setcmykcolor 25 35 10 10 rectfill",
          "overprinted-white", place=(25, 35, 10, 10))
    fault("0.4 0.3 0.3 1 setcmykcolor " + words("Rich black words", 20, 40), "rich-black-text", place=(20, 37, 24, 4))
    fault(picture(60, 20, 30, 25.4), "coarse-picture", place=(20, 30, 25.4, 25.4))
    fault(picture(300, 20, 30, 25.4, ink=240), "too-much-ink", place=(20, 30, 25.4, 25.4))
    fault(black + words("Words near the top", 20, 3), "text-near-edge", place=(20, 0.6, 28, 3))
    fault(black + words("Tiny words", 20, 30, 3), "small-type", place=(20, 29, 5, 1))
    fault("0.1 0.3 0.5 0 setcmykcolor -3 100 111 48 rectfill", "bleed-not-painted", place=(-3, 100, 111, 48))
    fault("gsave 20 30 40 40 rectclip << /ShadingType 2 /ColorSpace /DeviceCMYK /Coords [20 30 60 30] /Function"
          " << /FunctionType 2 /Domain [0 1] /C0 [0 0 0 0] /C1 [1 1 0.8 0.2] /N 1 >> >> shfill grestore",
          "too-much-ink", place=(20, 30, 40, 40))
    drawn = """8 dict dup begin /FontType 3 def /FontMatrix [0.001 0 0 0.001 0 0] def /FontBBox [0 0 700 700] def
        /Encoding 256 array def 0 1 255 {Encoding exch /box put} for
        /BuildChar {pop pop 800 0 0 0 700 700 setcachedevice DRAW} def end /NAME exch definefont pop\n"""
    outlines = drawn.replace("DRAW", "0 0 700 700 rectfill").replace("NAME", "Boxes")
    dots = drawn.replace("DRAW", "700 dup scale 8 8 true [8 0 0 8 0 0] {<aa55aa55aa55aa55>} imagemask").replace("NAME", "Dots")
    fault(outlines + black + words("aaaa", 20, 40, face="/Boxes"), "type3-font", place=(20, 37.5, 11, 2.5))
    fault(dots + black + words("aaaa", 20, 40, face="/Dots"), "bitmap-font", place=(20, 37.5, 11, 2.5))
    fault(black + words("Words", 20, 40) + "[/Rect [50 50 200 100] /Contents (look again) /Subtype /Text /ANN pdfmark",
          "annotation")
    run(faults, pages)

    bare = Planted("ghostscript-fonts.pdf", "Ghostscript", "press.toml", TRIM)
    run(bare, [black + words("Words of a font that is elsewhere", 20, 40, face="/Helvetica")],
        "-dEmbedAllFonts=false", "-dPDFSETTINGS=/default")
    bare.plant(1, "font-not-embedded", place=(20, 37, 50, 4))

    active = Planted("ghostscript-active.pdf", "Ghostscript", "press.toml", TRIM)
    script = "[{Catalog} << /OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >> >> /PUT pdfmark\n"
    attached = "[/_objdef {file} /type /stream /OBJ pdfmark [{file} (words) /PUT pdfmark [{file} /CLOSE pdfmark\n"
    attached += "[/Name (a) /FS << /Type /Filespec /F (a.txt) /EF << /F {file} >> >> /EMBED pdfmark\n"
    run(active, [black + words("Words", 20, 40)], setup=script + attached)
    active.plant(None, "script")
    active.plant(None, "embedded-file")

    locked = Planted("ghostscript-encrypted.pdf", "Ghostscript", "press.toml", TRIM)
    run(locked, [black + words("Words", 20, 40)], "-sOwnerPassword=shop", "-dEncryptionR=3", "-dKeyLength=128", "-dPermissions=-4")
    locked.plant(None, "encryption")

    # PDF/X: what Ghostscript leaves out is added by pikepdf.
    def claim(planted, version, condition, metadata=""):
        import pikepdf

        run(planted, [black + words("Words in black alone", 20, 40)])
        with pikepdf.open(planted.path, allow_overwriting_input=True) as pdf:
            intent = pikepdf.Dictionary(
                Type=pikepdf.Name.OutputIntent, S=pikepdf.Name.GTS_PDFX, OutputConditionIdentifier=condition,
                RegistryName="http://www.color.org", Info=condition)
            pdf.Root.OutputIntents = pikepdf.Array([intent])
            day = "D:20261126000000Z"
            pdf.trailer.Info = pdf.make_indirect(pikepdf.Dictionary(
                Title=planted.name, CreationDate=day, ModDate=day, GTS_PDFXVersion=version))
            pdf.trailer.Info.Trapped = pikepdf.Name("/False")
            text = "<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>"
            text += "<rdf:Description rdf:about='' xmlns:pdfxid='http://www.npes.org/pdfx/ns/id/'>"
            text += f"{metadata}</rdf:Description></rdf:RDF></x:xmpmeta>"
            pdf.Root.Metadata = pdf.make_stream(text.encode(), Type=pikepdf.Name.Metadata, Subtype=pikepdf.Name.XML)
            pdf.save(planted.path, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.disable)

    in_metadata = "<pdfxid:GTS_PDFXVersion>PDF/X-4</pdfxid:GTS_PDFXVersion>"
    claim(Planted("ghostscript-good-x1a.pdf", "Ghostscript", "x1a.toml", TRIM), "PDF/X-1a:2003", "FOGRA39")
    claim(Planted("ghostscript-good-x4.pdf", "Ghostscript", "x4.toml", TRIM), "PDF/X-4", "FOGRA39", in_metadata)
    other = Planted("ghostscript-x4-other.pdf", "Ghostscript", "x4.toml", TRIM)
    claim(other, "PDF/X-4", "CGATS TR 006")
    other.plant(None, "output-intent")
    other.plant(None, "standard-claim")

    # No part of the list: a file that nobody can open without its password.
    secret = Planted("locked.pdf", "Ghostscript", "press.toml")
    FILES.remove(secret)
    run(secret, [black + words("Words", 20, 40)], "-sOwnerPassword=shop", "-sUserPassword=secret", "-dEncryptionR=3", "-dKeyLength=128")

    newer = Planted("ghostscript-newer.pdf", "Ghostscript", "press.toml", TRIM)
    run(newer, [black + words("Words", 20, 40)], "-dCompatibilityLevel=1.7")
    newer.plant(None, "pdf-version")


# Typst: its black is grey by a profile.

def typst_pages():
    import typst

    head = f"#set page(width: {TRIM[0] + 2 * BLEED}mm, height: {TRIM[1] + 2 * BLEED}mm, margin: 3mm)\n"
    head += '#set text(font: "Source Sans 3", size: 10pt, fill: cmyk(0%, 0%, 0%, 100%))\n'

    def compile_pages(planted, pages, head=head, bleed=BLEED):
        import pikepdf

        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder) / "pages.typ"
            source.write_text(head + "\n#pagebreak()\n".join(pages))
            picture(pathlib.Path(folder) / "coarse.png", 60)
            picture(pathlib.Path(folder) / "fine.png", 330)
            typst.compile(str(source), output=planted.path, font_paths=[str(FONTS)], ignore_system_fonts=True,
                          pdf_standards="1.6")
        with pikepdf.open(planted.path, allow_overwriting_input=True) as pdf:
            for page in pdf.pages:
                x0, y0, x1, y1 = (float(side) for side in page.mediabox)
                edge = bleed * MM
                page.trimbox = [x0 + edge, y0 + edge, x1 - edge, y1 - edge]
            pdf.save(planted.path, deterministic_id=True)

    def picture(path, dots):
        from PIL import Image

        image = Image.new("L", (dots, dots), 200)
        for x in range(0, dots, 6):
            image.paste(90, (x, 0, x + 3, dots))
        image.save(path)

    place = lambda x, y, what: f"#place(dx: {x}mm, dy: {y}mm, {what})\n"
    box = lambda fill, width=30, height=20: f"rect(width: {width}mm, height: {height}mm, fill: {fill})"

    good = Planted("typst-good.pdf", "Typst", "press.toml", TRIM)
    page = place(-3, -3, box("cmyk(30%, 0%, 10%, 0%)", 111, 30)) + place(12, 40, "[Words in black alone]")
    page += place(12, 50, "line(length: 60mm, stroke: 0.5pt + cmyk(0%, 0%, 0%, 100%))")
    page += place(12, 60, "table(columns: 2, stroke: 0.5pt + cmyk(0%, 0%, 0%, 100%), [a], [b], [c], [d])")
    compile_pages(good, [page, page])

    screen = Planted("typst-good-screen.pdf", "Typst", "screen-colours.toml", TRIM)
    page = place(12, 40, "text(fill: black)[Words in the black of Typst]") + place(12, 60, box('rgb("#3a6ea5")'))
    page += place(12, 90, 'image("fine.png", width: 25mm)')
    compile_pages(screen, [page])

    faults = Planted("typst-faults.pdf", "Typst", "press.toml", TRIM)
    pages = []

    def fault(page, *kinds, place=None):
        pages.append(page)
        faults.plant(len(pages), *kinds, place=place)

    fault(place(20, 40, "text(fill: black)[Words in the black of Typst]"), "black-text-not-k", "profiled-colour", place=(20, 41, 40, 3))
    fault(place(20, 40, box('rgb("#3a6ea5")')), "profiled-rgb", place=(20, 40, 30, 20))
    fault(place(20, 40, box('rgb("#3a6ea580")')), "transparency", "profiled-rgb", place=(20, 40, 30, 20))
    fault(place(20, 40, "text(size: 4pt)[Words that are too small]"), "small-type", place=(20, 40, 13, 2))
    fault(place(0.5, 40, "[Words near the left]"), "text-near-edge", place=(0.5, 41, 28, 4))
    fault(place(20, 40, "line(length: 50mm, stroke: 0.1pt + cmyk(0%, 0%, 0%, 100%))"), "thin-line", place=(20, 40, 50, 0))
    fault(place(20, 40, box("cmyk(90%, 80%, 80%, 60%)")), "too-much-ink", place=(20, 40, 30, 20))
    fault(place(0, 100, box("cmyk(30%, 0%, 10%, 0%)", 50, 51)), "bleed-not-painted", place=(0, 100, 50, 51))
    fault(place(20, 40, "text(fill: cmyk(60%, 40%, 40%, 100%))[Rich black words]"), "rich-black-text", place=(20, 41, 25, 4))
    fault(place(20, 40, 'image("coarse.png", width: 25.4mm)'), "coarse-picture", "profiled-colour", place=(20, 40, 25.4, 25.4))
    compile_pages(faults, pages)


# LibreOffice: RGB, without bleed and trim.

def libreoffice():
    import base64
    import io
    from PIL import Image

    def picture(dots):
        image = Image.new("RGB", (dots, dots), (220, 200, 180))
        for x in range(0, dots, 6):
            image.paste((90, 60, 30), (x, 0, x + 3, dots))
        out = io.BytesIO()
        image.save(out, "PNG")
        return base64.b64encode(out.getvalue()).decode()

    name = "urn:oasis:names:tc:opendocument:xmlns:"
    spaces = " ".join(f'xmlns:{short}="{name}{long}"' for short, long in [
        ("office", "office:1.0"), ("style", "style:1.0"), ("text", "text:1.0"), ("draw", "drawing:1.0"),
        ("fo", "xsl-fo-compatible:1.0"), ("svg", "svg-compatible:1.0")])

    def document(body, margin="15mm", size=(105, 148)):
        break_before = '<style:style style:name="{n}" style:family="paragraph" style:master-page-name="{m}">' \
            '<style:paragraph-properties {b}/><style:text-properties fo:font-size="{s}pt" ' \
            'style:font-name="Liberation Sans" fo:font-family="Liberation Sans" fo:color="{c}"/></style:style>'
        def style(n, s, c="#000000", b='fo:break-before="page"'):
            return break_before.format(n=n, m="", b=b, s=s, c=c).replace(' style:master-page-name=""', "")
        styles = style("First", 10, b="") + style("Body", 10) + style("Small", 6) + style("Tiny", 4) + style("Red", 10, "#c02020")
        return f"""<?xml version="1.0" encoding="UTF-8"?>
<office:document {spaces} office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.text" xmlns:xlink="http://www.w3.org/1999/xlink">
<office:automatic-styles>{styles}
<style:style style:name="Pic" style:family="graphic"><style:graphic-properties style:wrap="none" style:horizontal-pos="from-left" style:horizontal-rel="page" style:vertical-pos="from-top" style:vertical-rel="page"/></style:style>
<style:style style:name="Thin" style:family="graphic"><style:graphic-properties draw:stroke="solid" svg:stroke-width="0.02mm" svg:stroke-color="#000000" style:horizontal-pos="from-left" style:horizontal-rel="page" style:vertical-pos="from-top" style:vertical-rel="page"/></style:style>
<style:page-layout style:name="P"><style:page-layout-properties fo:page-width="{size[0]}mm" fo:page-height="{size[1]}mm" fo:margin="{margin}"/></style:page-layout>
</office:automatic-styles>
<office:master-styles><style:master-page style:name="Standard" style:page-layout-name="P"/></office:master-styles>
<office:body><office:text>{body}</office:text></office:body></office:document>"""

    def convert(planted, body, **how):
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder) / (pathlib.Path(planted.name).stem + ".fodt")
            source.write_text(document(body, **how))
            subprocess.run(
                ["soffice", f"-env:UserInstallation=file://{folder}/profile", "--headless", "--convert-to",
                 'pdf:writer_pdf_Export:{"UseLosslessCompression":{"type":"boolean","value":"true"},'
                 '"ReduceImageResolution":{"type":"boolean","value":"false"}}', "--outdir", str(HERE), str(source)],
                check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            )

    paragraph = lambda style, words: f'<text:p text:style-name="{style}">{words}</text:p>'

    def image(dots, x, y, side):
        place = f'svg:x="{x}mm" svg:y="{y}mm" svg:width="{side}mm" svg:height="{side}mm"'
        return f'<draw:frame draw:style-name="Pic" text:anchor-type="paragraph" {place}><draw:image>' \
            f"<office:binary-data>{picture(dots)}</office:binary-data></draw:image></draw:frame>"

    good = Planted("libreoffice-good.pdf", "LibreOffice", "office.toml", TRIM)
    body = paragraph("First", "Each player draws four cards and keeps two of them. " * 4)
    body += paragraph("Body", "The second page.") + paragraph("Red", "Words in red." + image(320, 20, 60, 25))
    convert(good, body)

    letter = Planted("libreoffice-good-wide.pdf", "LibreOffice", "office.toml", (148.0, 105.0))
    convert(letter, paragraph("First", "A page that lies on its side."), size=(148, 105))

    faults = Planted("libreoffice-faults.pdf", "LibreOffice", "office.toml", TRIM)
    body = paragraph("First", "A page without a fault.")
    body += paragraph("Small", "Words that are rather small.")
    faults.plant(2, "small-type", place=(15, 15, 27, 2))
    body += paragraph("Tiny", "Words that are far too small.")
    faults.plant(3, "small-type", place=(15, 15, 18, 2))
    body += paragraph("Body", "A picture." + image(80, 20, 60, 25.4))
    faults.plant(4, "coarse-picture", place=(20, 60, 25.4, 25.4))
    body += paragraph("Body", 'A line.<draw:line draw:style-name="Thin" text:anchor-type="paragraph" '
                      'svg:x1="20mm" svg:y1="60mm" svg:x2="80mm" svg:y2="60mm"/>')
    faults.plant(5, "thin-line", place=(20, 60, 60, 0))
    convert(faults, body)

    near = Planted("libreoffice-near.pdf", "LibreOffice", "office.toml", TRIM)
    convert(near, paragraph("First", "Words at the left."), margin="2mm")
    near.plant(1, "text-near-edge", place=(2, 2, 27, 4))

    press = Planted("libreoffice-press.pdf", "LibreOffice", "press.toml")
    convert(press, paragraph("First", "Black words.") + paragraph("Red", "Red words."))
    press.plant(1, "rgb-colour", "black-text-not-k", place=(15, 16, 21, 4))
    press.plant(2, "rgb-colour", place=(15, 16, 19, 4))
    for number in (1, 2):
        press.plant(number, "trim-box-missing", "bleed-missing")


if __name__ == "__main__":
    for make in (reportlab, cairo, ghostscript, typst_pages, libreoffice):
        make()
    write_list()

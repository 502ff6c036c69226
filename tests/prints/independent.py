"""Reads files for print shops without anything of rulepress: with pikepdf, the library on qpdf, and Pillow.

In: folders of finished files (with `--all`, some for each print shop), named as the program names them (`deck-drivethrucards.pdf`, `cards-tgc/001.png`). Out: a
line for each file; the end is 1 if one of them is not what its print shop asks for, or if nothing was found.

What each print shop asks for stands here once more, in the words of this reader, so that a slip in a profile shows.
"""

import io
import re
import sys
import tempfile
from pathlib import Path

import pikepdf
from PIL import Image

MM = 72 / 25.4
INCH = 25.4

# What is asked for; lengths are millimetres, ink is per cent of the four plates together.
X1A = {"claim": "PDF/X-1a:2003", "versions": {"1.3", "1.4"}, "cmyk": True}
X4 = {"claim": "PDF/X-4", "versions": {"1.6"}, "cmyk": True}
SHOPS = {
    "generic-3mm": X4 | {"bleed": 3, "condition": "FOGRA39", "ink": 240},
    "longpack": X4 | {"bleed": 3, "condition": "FOGRA39"},
    "printninja": X4 | {"bleed": INCH / 8, "condition": "FOGRA39"},
    "mbprint": X1A | {"bleed": 3, "condition": "FOGRA39", "fonts": False},
    "drivethrucards": X1A | {"bleed": INCH / 8, "condition": "CGATS TR 001", "ink": 240},
    "drivethrurpg": X1A | {"bleed": INCH / 8, "condition": "CGATS TR 001", "ink": 240, "bare_spine": True},
    "lulu": {"claim": None, "versions": {"1.3", "1.4", "1.5", "1.6"}, "cmyk": False, "bleed": INCH / 8},
    "tgc": {"pictures": True, "bleed": INCH / 8, "dots": 300},
    "makeplayingcards": {"pictures": True, "bleed": 3.048, "dots": 300},
}
# The inks of lines that are cut and folded are the only spot colours that a file may have.
LINE_INKS = {"/CutContour", "/Crease"}
# The operators that say something of colours, states and pictures; the others move and draw.
LOOKED_AT = "q Q RG rg G g K k CS cs SC SCN sc scn BI ID EI PS ri"
# Rounding of figures in a file, in points.
NEAR = 0.05
# Pictures are looked at in samples, so many bytes apart, and may have a little more ink in single dots.
STEP = 97
DOTS_OF_INK = 3.0


class Faults(list):
    """What is wrong with a file, each once."""

    def tell(self, words):
        if words not in self:
            self.append(words)


def shop_of(path):
    """The print shop that a file is for, by its name or that of its folder."""
    for part in (path.name, path.parent.name):
        for name in SHOPS:
            if re.search(rf"-{name}(-[a-z-]+)?(\.pdf)?$", part):
                return name
    return None


def numbers(array):
    return [float(value) for value in array]


def check_boxes(pdf, shop, path, faults):
    """The boxes of all pages; gives the size of the first after it is cut, in millimetres."""
    size = None
    is_bound = re.match(r"(\d\d-)?rulebook-", path.name) is not None
    for nth, page in enumerate(pdf.pages, start=1):
        for name in ("/MediaBox", "/BleedBox", "/TrimBox"):
            if name not in page.obj:
                faults.tell(f"page {nth} has no {name}")
                return size
        media, bleed, trim = (numbers(page.obj[name]) for name in ("/MediaBox", "/BleedBox", "/TrimBox"))
        if "/ArtBox" in page.obj:
            faults.tell(f"page {nth} has an ArtBox beside its TrimBox")
        if "/CropBox" in page.obj and numbers(page.obj["/CropBox"]) != media:
            faults.tell(f"page {nth} is cropped")
        if page.obj.get("/Rotate", 0) != 0 or page.obj.get("/UserUnit", 1) != 1:
            faults.tell(f"page {nth} is turned or scaled")
        for outer, inner, words in ((media, bleed, "bleed"), (bleed, trim, "trim")):
            low = all(outer[at] - NEAR <= inner[at] for at in (0, 1))
            if not (low and all(inner[at] <= outer[at] + NEAR for at in (2, 3))):
                faults.tell(f"page {nth}: its {words} reaches beyond the box round it")
        wide = [trim[0] - bleed[0], trim[1] - bleed[1], bleed[2] - trim[2], bleed[3] - trim[3]]
        asked = [shop["bleed"] * MM] * 4
        if shop.get("bare_spine") and is_bound:
            asked[0 if nth % 2 else 2] = 0
        if any(abs(one - other) > NEAR for one, other in zip(wide, asked)):
            faults.tell(f"page {nth}: bleed of {[round(side / MM, 2) for side in wide]} mm")
        own = (round((trim[2] - trim[0]) / MM, 1), round((trim[3] - trim[1]) / MM, 1))
        size = size or own
        if own != size:
            faults.tell(f"page {nth} is {own} mm, page 1 {size} mm")
    return size


def check_identity(pdf, shop, faults):
    """Version, identifiers, what the file claims to be, its printing condition, and what it must not have."""
    root, info = pdf.Root, pdf.docinfo
    if pdf.pdf_version not in shop["versions"]:
        faults.tell(f"version {pdf.pdf_version}")
    if pdf.is_encrypted:
        faults.tell("it is encrypted")
    for name in ("/AA", "/OpenAction", "/AcroForm", "/AF", "/Collection"):
        if name in root:
            faults.tell(f"the catalogue has {name}")
    if "/Names" in root and {"/JavaScript", "/EmbeddedFiles"} & set(root["/Names"].keys()):
        faults.tell("it has scripts or files in it")
    if shop["claim"] is None:
        return
    ids = pdf.trailer.get("/ID")
    if ids is None or len(ids) != 2 or any(len(bytes(part)) < 8 for part in ids):
        faults.tell("no file identifier of two parts")
    for name in ("/Title", "/CreationDate", "/ModDate"):
        if not str(info.get(name, "")).strip():
            faults.tell(f"no {name} in the document information")
    if str(info.get("/Trapped")) != "/False":
        faults.tell("it does not say whether it is trapped")
    if shop["claim"] == "PDF/X-1a:2003" and str(info.get("/GTS_PDFXVersion", "")) != shop["claim"]:
        faults.tell("the document information does not claim PDF/X-1a:2003")
    intents = [intent for intent in root.get("/OutputIntents", []) if intent.get("/S") == "/GTS_PDFX"]
    if len(intents) != 1:
        faults.tell(f"{len(intents)} output intents of PDF/X")
    else:
        check_intent(intents[0], shop, faults)
    check_metadata(pdf, shop, faults)


def check_intent(intent, shop, faults):
    named = str(intent.get("/OutputConditionIdentifier", ""))
    if named != shop["condition"]:
        faults.tell(f"the printing condition is `{named}`, not `{shop['condition']}`")
    if shop["claim"] == "PDF/X-4":
        profile = intent.get("/DestOutputProfile")
        if profile is None:
            faults.tell("no ICC profile of the printing condition")
        else:
            icc = profile.read_bytes()
            if icc[36:40] != b"acsp" or icc[12:16] != b"prtr" or icc[16:20] != b"CMYK" or int(profile["/N"]) != 4:
                faults.tell("the ICC profile of the printing condition is none of a press with four inks")
    elif "/RegistryName" not in intent:
        faults.tell("the printing condition names no registry")


def check_metadata(pdf, shop, faults):
    stream = pdf.Root.get("/Metadata")
    if stream is None:
        faults.tell("no XMP metadata")
        return
    if "/Filter" in stream:
        faults.tell("the XMP metadata are packed")
    with pdf.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as meta:
        title = meta.get("dc:title")
        if not title or str(title) != str(pdf.docinfo.get("/Title", "")):
            faults.tell(f"the title of the XMP metadata is `{title}`, that of the document information another")
        for name in ("xmp:CreateDate", "xmp:ModifyDate", "xmp:MetadataDate", "pdf:Trapped", "xmpMM:DocumentID"):
            if not meta.get(name):
                faults.tell(f"the XMP metadata have no {name}")
        claim = meta.get("pdfxid:GTS_PDFXVersion")
        if shop["claim"] == "PDF/X-4" and claim != "PDF/X-4":
            faults.tell(f"the XMP metadata claim `{claim}`")


class Reader:
    """Everything that is drawn on the pages of a file."""

    def __init__(self, pdf, shop, faults):
        self.pdf, self.shop, self.faults = pdf, shop, faults
        self.seen, self.fonts, self.spaces = set(), {}, set()
        self.most_ink = 0.0

    def read(self):
        for nth, page in enumerate(self.pdf.pages, start=1):
            self.where = f"page {nth}"
            if "/Annots" in page.obj and len(page.obj["/Annots"]):
                self.faults.tell(f"{self.where} has annotations")
            if "/AA" in page.obj or "/PresSteps" in page.obj:
                self.faults.tell(f"{self.where} has actions")
            group = page.obj.get("/Group")
            if group is not None and group.get("/S") == "/Transparency" and self.shop.get("claim") == "PDF/X-1a:2003":
                self.faults.tell(f"{self.where} is a group for transparency")
            self.content(page, page.obj.get("/Resources", pikepdf.Dictionary()))

    def once(self, thing):
        """Whether an indirect object is looked at for the first time."""
        key = getattr(thing, "objgen", (0, 0))
        if key == (0, 0):
            return True
        is_new = key not in self.seen
        self.seen.add(key)
        return is_new

    def content(self, stream, resources):
        self.resources(resources)
        space = {"fill": ("/DeviceGray", None), "stroke": ("/DeviceGray", None)}
        depth = []
        for operands, operator in pikepdf.parse_content_stream(stream, LOOKED_AT):
            name = str(operator)
            if name == "q":
                depth.append(dict(space))
            elif name == "Q" and depth:
                space = depth.pop()
            elif name in ("RG", "rg"):
                self.use("/DeviceRGB", None)
            elif name in ("G", "g"):
                space["stroke" if name == "G" else "fill"] = ("/DeviceGray", None)
                self.use("/DeviceGray", [0, 0, 0, 1 - float(operands[0])])
            elif name in ("K", "k"):
                space["stroke" if name == "K" else "fill"] = ("/DeviceCMYK", None)
                self.use("/DeviceCMYK", [float(part) for part in operands])
            elif name in ("CS", "cs"):
                side = "stroke" if name == "CS" else "fill"
                space[side] = self.space(operands[0], resources)
            elif name in ("SC", "SCN", "sc", "scn"):
                family, own = space["stroke" if name[0] == "S" else "fill"]
                parts = [float(part) for part in operands if not isinstance(part, pikepdf.Name)]
                if family == "/DeviceCMYK" and len(parts) == 4:
                    self.use(family, parts)
                elif family == "/DeviceGray" and len(parts) == 1:
                    self.use(family, [0, 0, 0, 1 - parts[0]])
                else:
                    self.use(family, None)
            elif name == "BI" or name == "INLINE IMAGE":
                self.inline(operands)
            elif name == "PS" or name == "ri" and str(operands[0]) not in (
                "/RelativeColorimetric", "/AbsoluteColorimetric", "/Perceptual", "/Saturation"
            ):
                self.faults.tell(f"{self.where} uses {name}")

    def inline(self, operands):
        self.faults.tell(f"{self.where} has a picture in its text, which is not looked at: {operands}")

    def space(self, named, resources):
        """The family of a colour space; what it is made of is looked at."""
        found = resources.get("/ColorSpace", {}).get(str(named)) if isinstance(named, pikepdf.Name) else named
        found = named if found is None else found
        if isinstance(found, pikepdf.Name):
            return (str(found), None)
        family = str(found[0])
        if family == "/ICCBased":
            parts = int(found[1]["/N"])
            self.use(f"/ICCBased{parts}", None)
            return (f"/ICCBased{parts}", None)
        if family == "/Separation":
            self.spot(str(found[1]), found[2], resources)
        elif family == "/DeviceN":
            for ink in found[1]:
                self.spot(str(ink), found[2], resources)
        elif family in ("/Indexed", "/I"):
            return self.space(found[1], resources)
        elif family == "/Pattern" and len(found) > 1:
            return self.space(found[1], resources)
        elif family not in ("/Pattern",):
            self.use(family, None)
        return (family, None)

    def spot(self, ink, other, resources):
        known = {"/Cyan", "/Magenta", "/Yellow", "/Black", "/All", "/None"} | LINE_INKS
        if ink not in known:
            self.faults.tell(f"{self.where} has the ink {ink}")
        family, _ = self.space(other, resources)
        if self.shop.get("cmyk") and family not in ("/DeviceCMYK", "/DeviceGray"):
            self.faults.tell(f"{self.where}: the ink {ink} stands for {family}")
        self.spaces.add(ink)

    def use(self, family, inks):
        """A colour space that is drawn with, and the inks of a colour, from 0 to 1."""
        self.spaces.add(family)
        if self.shop.get("cmyk"):
            is_ink = family in ("/DeviceCMYK", "/DeviceGray", "/Separation", "/DeviceN", "/Pattern")
            if not is_ink and not (self.shop["claim"] == "PDF/X-4" and family == "/ICCBased4"):
                self.faults.tell(f"{self.where} is drawn in {family}")
        if inks is not None:
            self.ink(100 * sum(inks))

    def ink(self, total, more=0.5):
        self.most_ink = max(self.most_ink, total)
        if "ink" in self.shop and total > self.shop["ink"] + more:
            self.faults.tell(f"{self.where}: {total:.0f} % of ink, more than {self.shop['ink']} %")

    def resources(self, resources):
        for name in resources.get("/Font", {}).keys():
            self.font(name, resources["/Font"][name])
        for name in resources.get("/ExtGState", {}).keys():
            self.state(resources["/ExtGState"][name])
        for name in resources.get("/ColorSpace", {}).keys():
            self.space(resources["/ColorSpace"][name], resources)
        for name in resources.get("/Shading", {}).keys():
            self.shading(resources["/Shading"][name], resources)
        for name in resources.get("/Pattern", {}).keys():
            pattern = resources["/Pattern"][name]
            if "/Shading" in pattern:
                self.shading(pattern["/Shading"], resources)
            elif self.once(pattern):
                self.content(pattern, pattern.get("/Resources", pikepdf.Dictionary()))
        for name in resources.get("/XObject", {}).keys():
            thing = resources["/XObject"][name]
            if self.once(thing):
                self.drawing(thing)

    def drawing(self, thing):
        kind = str(thing.get("/Subtype"))
        for name in ("/OPI", "/Ref", "/Alternates"):
            if name in thing:
                self.faults.tell(f"{self.where} has a drawing with {name}")
        if kind == "/Form":
            group = thing.get("/Group")
            if group is not None and group.get("/S") == "/Transparency" and self.shop.get("claim") == "PDF/X-1a:2003":
                self.faults.tell(f"{self.where} has a group for transparency")
            if "/PS" in thing or thing.get("/Subtype2") == "/PS":
                self.faults.tell(f"{self.where} has PostScript in it")
            self.content(thing, thing.get("/Resources", pikepdf.Dictionary()))
        elif kind == "/Image":
            self.picture(thing)
        else:
            self.faults.tell(f"{self.where} has an object {kind}")

    def picture(self, image):
        if self.shop.get("claim") == "PDF/X-1a:2003" and ("/SMask" in image or image.get("/SMaskInData", 0) != 0):
            self.faults.tell(f"{self.where} has a picture that is transparent")
        filters = image.get("/Filter", [])
        filters = [str(filters)] if isinstance(filters, pikepdf.Name) else [str(name) for name in filters]
        unknown = set(filters) - {"/FlateDecode", "/DCTDecode"}
        if unknown:
            self.faults.tell(f"{self.where} has a picture packed by {sorted(unknown)}")
        if image.get("/ImageMask", False):
            return
        family, _ = self.space(image["/ColorSpace"], pikepdf.Dictionary())
        self.use(family, None)
        if family == "/DeviceCMYK" and "ink" in self.shop and not unknown:
            self.picture_ink(image, filters)

    def picture_ink(self, image, filters):
        if str(image["/ColorSpace"][0] if isinstance(image["/ColorSpace"], pikepdf.Array) else "") in ("/Indexed", "/I"):
            table = image["/ColorSpace"][3]
            pixels = table.read_bytes() if isinstance(table, pikepdf.Stream) else bytes(table)
            step = 4
        elif "/DCTDecode" in filters:
            with Image.open(io.BytesIO(image.read_raw_bytes())) as picture:
                pixels = picture.convert("CMYK").tobytes()
                is_adobe = "adobe" in picture.info
            turned = [float(part) for part in image.get("/Decode", [])] == [1, 0] * 4
            # Pillow turns the values of a file with the mark of Adobe round; such a file has a Decode that does so too.
            if is_adobe != turned:
                pixels = bytes(255 - value for value in pixels)
            step = 4 * STEP
        else:
            pixels, step = image.read_bytes(), 4 * STEP
        most = max((sum(pixels[at : at + 4]) for at in range(0, len(pixels) - 3, step)), default=0)
        self.ink(100 * most / 255, DOTS_OF_INK)

    def shading(self, shading, resources):
        self.use(self.space(shading["/ColorSpace"], resources)[0], None)

    def state(self, state):
        flat = self.shop.get("claim") == "PDF/X-1a:2003"
        if flat and state.get("/SMask", "/None") != "/None":
            self.faults.tell(f"{self.where} has a soft mask")
        if flat and any(float(state.get(name, 1)) != 1 for name in ("/CA", "/ca")):
            self.faults.tell(f"{self.where} is transparent")
        mode = state.get("/BM", "/Normal")
        if flat and str(mode) not in ("/Normal", "/Compatible"):
            self.faults.tell(f"{self.where} is blended by {mode}")
        for name in ("/TR", "/TR2", "/HTP"):
            if name in state and str(state[name]) not in ("/Identity", "/Default"):
                self.faults.tell(f"{self.where} has a transfer function")

    def font(self, name, font):
        if not self.once(font):
            return
        if self.shop.get("fonts") is False:
            self.faults.tell(f"{self.where} has a font, where letters must be shapes")
        kind = str(font.get("/Subtype"))
        if kind == "/Type3":
            for glyph in font["/CharProcs"].keys():
                self.content(font["/CharProcs"][glyph], font.get("/Resources", pikepdf.Dictionary()))
            self.fonts[str(name)] = True
            return
        base = font["/DescendantFonts"][0] if kind == "/Type0" else font
        descriptor = base.get("/FontDescriptor", pikepdf.Dictionary())
        is_embedded = any(key in descriptor for key in ("/FontFile", "/FontFile2", "/FontFile3"))
        called = str(base.get("/BaseFont", name))
        self.fonts[called] = is_embedded
        if not is_embedded:
            self.faults.tell(f"the font {called} is not embedded")
        if not re.match(r"/[A-Z]{6}\+", called):
            self.faults.tell(f"the font {called} is embedded whole or has no mark of a part")


# The number that each document gives itself, and whose it was first.
NUMBERS = {}


def check_number(pdf, path, faults):
    with pdf.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as meta:
        number = meta.get("xmpMM:DocumentID")
    first = NUMBERS.setdefault(number, path)
    if number is not None and first != path:
        faults.tell(f"it has the number of {first}")


# What a file of PDF/X-1a must not be, done to one that is good: this reader has to see each.
DAMAGES = {
    "nothing": lambda pdf: None,
    # Whoever saves a file gives it identifiers: they are taken out of the bytes.
    "no identifiers": lambda pdf: None,
    "not trapped": lambda pdf: pdf.docinfo.__delitem__("/Trapped"),
    "another condition": lambda pdf: pdf.Root.OutputIntents[0].__setitem__("/OutputConditionIdentifier", "CGATS TR 006"),
    "no intent": lambda pdf: pdf.Root.__delitem__("/OutputIntents"),
    "no metadata": lambda pdf: pdf.Root.__delitem__("/Metadata"),
    "RGB": lambda pdf: pdf.pages[0].contents_add(b"1 0 0 rg 0 0 9 9 re f"),
    "too much ink": lambda pdf: pdf.pages[0].contents_add(b"1 1 1 1 k 0 0 9 9 re f"),
    "no bleed": lambda pdf: pdf.pages[0].obj.__setitem__("/TrimBox", pdf.pages[0].obj["/MediaBox"]),
    "no trim": lambda pdf: pdf.pages[0].obj.__delitem__("/TrimBox"),
    "annotation": lambda pdf: pdf.pages[0].obj.__setitem__("/Annots", pikepdf.Array([pikepdf.Dictionary(Subtype=pikepdf.Name.Text)])),
    "script": lambda pdf: pdf.Root.__setitem__("/OpenAction", pikepdf.Dictionary(S=pikepdf.Name.JavaScript, JS="app.beep(0)")),
    "transparent": lambda pdf: pdf.pages[0].add_resource(pikepdf.Dictionary(ca=0.5), pikepdf.Name.ExtGState),
    "blended": lambda pdf: pdf.pages[0].add_resource(pikepdf.Dictionary(BM=pikepdf.Name.Multiply), pikepdf.Name.ExtGState),
    "font": lambda pdf: pdf.pages[0].add_resource(
        pikepdf.Dictionary(Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica), pikepdf.Name.Font
    ),
    "OPI": lambda pdf: pdf.pages[0].add_resource(
        pdf.make_stream(b"", Type=pikepdf.Name.XObject, Subtype=pikepdf.Name.Form, BBox=[0, 0, 1, 1], OPI=pikepdf.Dictionary()),
        pikepdf.Name.XObject,
    ),
}


def prove(path, shop):
    """Damages a good file in each way; gives the damages that this reader does not see."""
    unseen = []
    for name, damage in DAMAGES.items():
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / path.name
            with pikepdf.open(path) as pdf:
                damage(pdf)
                pdf.save(copy)
            if name == "no identifiers":
                copy.write_bytes(copy.read_bytes().replace(b"/ID", b"/XD"))
            NUMBERS.clear()
            # A copy to which nothing was done is as good as the file.
            if bool(read_pdf(copy, shop)[1]) == (name == "nothing"):
                unseen.append(name)
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / path.name
        with pikepdf.open(path) as pdf:
            pdf.save(copy, encryption=pikepdf.Encryption(owner="o", user=""))
        NUMBERS.clear()
        if not read_pdf(copy, shop)[1]:
            unseen.append("encrypted")
    return unseen


def read_pdf(path, shop):
    faults = Faults()
    with pikepdf.open(path) as pdf:
        # A plain PDF has the number that Typst gives to all outputs of a book.
        if shop["claim"]:
            check_number(pdf, path, faults)
        if b"/JavaScript" in path.read_bytes() or b"/OPI" in path.read_bytes():
            faults.tell("it names scripts or OPI")
        problems = pdf.check_pdf_syntax() if hasattr(pdf, "check_pdf_syntax") else pdf.check()
        for problem in problems:
            faults.tell(f"syntax: {problem}")
        size = check_boxes(pdf, shop, path, faults)
        check_identity(pdf, shop, faults)
        reader = Reader(pdf, shop, faults)
        reader.read()
        inks = f", at most {reader.most_ink:.0f} % of ink" if shop["cmyk"] else ""
        spaces = " ".join(sorted(space.lstrip("/") for space in reader.spaces))
        said = f"{shop['claim'] or 'PDF ' + pdf.pdf_version}, {len(pdf.pages)} pages of {size} mm, {len(reader.fonts)} fonts, {spaces}{inks}"
    return said, faults


def read_picture(path, shop):
    faults = Faults()
    with Image.open(path) as picture:
        if picture.format != "PNG":
            faults.tell(f"it is {picture.format}")
        if picture.mode not in ("RGB", "RGBA", "L"):
            faults.tell(f"its colours are {picture.mode}")
        if picture.mode == "RGBA" and picture.getchannel("A").getextrema()[0] < 255:
            faults.tell("it is transparent")
        trim = [round(side / shop["dots"] * INCH - 2 * shop["bleed"], 1) for side in picture.size]
        return f"PNG {picture.size[0]} x {picture.size[1]}, {trim} mm after it is cut", faults


def main(folders):
    is_whole = "--all" in folders
    folders = [folder for folder in folders if folder != "--all"]
    found, bad = set(), 0
    files = sorted(path for folder in folders for path in Path(folder).rglob("*") if path.suffix in (".pdf", ".png"))
    for path in files:
        name = shop_of(path)
        if name is None:
            continue
        shop = SHOPS[name]
        if (path.suffix == ".png") != shop.get("pictures", False):
            said, faults = "", ["it is of the wrong kind"]
        else:
            try:
                said, faults = (read_picture if path.suffix == ".png" else read_pdf)(path, shop)
            except Exception as error:  # a file that cannot be read is the worst of them
                said, faults = "", [f"it cannot be read: {type(error).__name__}: {error}"]
        found.add(name)
        print(f"{'BAD' if faults else 'ok '} {path}: {said}", flush=True)
        for fault in faults:
            bad += 1
            print(f"    {fault}")
    good = next((path for path in files if is_whole and shop_of(path) == "drivethrucards"), None)
    if good is not None and not bad:
        unseen = prove(good, SHOPS["drivethrucards"])
        if unseen:
            sys.exit(f"this reader does not see: {', '.join(unseen)}")
        print(f"{len(DAMAGES)} damages to {good.name} are seen")
    missing = set(SHOPS) - found if is_whole else set()
    if not found or missing:
        sys.exit(f"no file was found for {', '.join(sorted(missing)) or 'any print shop'}")
    print(f"{len(files)} files, print shops: {', '.join(sorted(found))}; {bad} faults")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main(sys.argv[1:])

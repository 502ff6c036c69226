// Validates PDF files against PDF/UA-1 with the engine of veraPDF; tells every rule that fails. Usage: Validate FILE ...

import java.io.File;
import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;
import org.verapdf.pdfa.Foundries;
import org.verapdf.pdfa.PDFAParser;
import org.verapdf.pdfa.PDFAValidator;
import org.verapdf.pdfa.VeraPDFFoundry;
import org.verapdf.pdfa.flavours.PDFAFlavour;
import org.verapdf.pdfa.results.TestAssertion;
import org.verapdf.pdfa.results.ValidationResult;

public class Validate {
    public static void main(String[] files) throws Exception {
        java.util.logging.Logger.getLogger("").setLevel(java.util.logging.Level.OFF);
        VeraGreenfieldFoundryProvider.initialise();
        PDFAFlavour flavour = PDFAFlavour.fromString("ua1");
        boolean good = files.length > 0;
        for (String file : files) {
            try (VeraPDFFoundry foundry = Foundries.defaultInstance();
                 PDFAParser parser = foundry.createParser(new File(file), flavour)) {
                PDFAValidator validator = foundry.createValidator(flavour, false);
                ValidationResult result = validator.validate(parser);
                good &= result.isCompliant();
                System.out.println((result.isCompliant() ? "pass " : "FAIL ") + file);
                for (TestAssertion test : result.getTestAssertions()) {
                    if (test.getStatus() == TestAssertion.Status.FAILED) {
                        System.out.println("  " + test.getRuleId().getClause() + "-" + test.getRuleId().getTestNumber() + " " + test.getMessage());
                    }
                }
            }
        }
        System.exit(good ? 0 : 1);
    }
}

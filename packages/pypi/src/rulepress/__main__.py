"""`python -m rulepress`"""

from rulepress.host import main

if __name__ == "__main__":
    main()

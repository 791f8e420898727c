"""`make mutants`: put one small fault after another into the code that keeps the promises; the tests have to notice."""

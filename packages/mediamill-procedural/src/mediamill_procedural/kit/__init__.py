"""What several engines need: dice, titles, what is left over of a prompt, raw sound, spectra."""

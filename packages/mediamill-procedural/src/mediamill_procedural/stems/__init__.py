"""A song taken apart into drums, bass, vocals and the instrumental: kernel additive modelling, no model of any song."""

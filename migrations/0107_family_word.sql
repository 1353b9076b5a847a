-- A word that the family has agreed on: said after the greeting, so that the person knows that the call is genuine.
alter table loved_ones add column family_word text check (char_length(family_word) between 3 and 30);

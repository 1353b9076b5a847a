-- A loved one is called and texted in their own language. What it is called in the product is in src/core/languages.
alter table loved_ones add column language text not null default 'en-AU'
  check (language in ('en-AU', 'it', 'el', 'cmn', 'yue', 'vi', 'ar'));

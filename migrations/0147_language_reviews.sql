-- What native reviewers have corrected of a language. The latest of a language that was not taken back is what calls say.
create table language_reviews (
  id           bigint generated always as identity primary key,
  language     text not null check (language in ('it', 'el', 'cmn', 'yue', 'vi', 'ar')),
  corrections  jsonb not null check (jsonb_typeof(corrections) = 'object'),
  reviewer     text not null check (char_length(reviewer) between 1 and 100),
  is_complete  boolean not null,
  imported_by  text not null,
  imported_at  timestamptz not null,
  reverted_at  timestamptz check (reverted_at >= imported_at)
);
create index language_reviews_in_use on language_reviews (language, id desc) where reverted_at is null;

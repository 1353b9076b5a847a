-- The town whose forecast is looked at for a loved one, by its id in src/core/hot-days/towns.ts. Null: none is.
alter table loved_ones add column hot_days_town text check (char_length(hot_days_town) between 1 and 60);

-- Uploads, exports and pictures are files in a folder that all machines share. Its id is written here and in the folder, so
-- that a machine with a folder of its own is found.
create table files_folder (
  only_one boolean primary key default true check (only_one),
  id uuid not null
);

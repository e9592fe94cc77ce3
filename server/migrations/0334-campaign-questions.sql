-- What an agency asks about each of its clients' campaigns: [{id, module, question, choices}], an empty module for all.
alter table brand add column campaign_questions jsonb not null default '[]';
-- What was answered, by the id of the question, with the question as it was asked: {id: {question, answer}}.
alter table campaign add column answers jsonb not null default '{}';

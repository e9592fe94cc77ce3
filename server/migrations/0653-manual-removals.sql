-- When a person had to be removed by hand. An inbox that was settled meanwhile would not mention one whose destination failed for days
-- after the request. Null for earlier ones: the time of the request counts.
alter table take_back add column manual_at timestamptz;

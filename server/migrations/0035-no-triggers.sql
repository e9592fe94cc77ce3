-- What triggers kept on tables that a cluster copies or cuts up is kept by the code that writes them: a trigger on a node may
-- not write what lies on another (docs/decisions/0043).

drop trigger keep_main_user on app_user;
drop function keep_main_user();

drop trigger count_group_clients_new on company;
drop trigger count_group_clients_changed on company;
drop trigger count_group_clients_gone on company;
drop function count_group_clients();
-- Whoever removes a group takes its clients out of it.
alter table company drop constraint company_company_group_id_fkey;
alter table company add foreign key (company_group_id) references company_group (id);

drop trigger keep_agency_staff on company;
drop trigger keep_new_agency_staff on company;
drop function keep_agency_staff();

drop trigger add_name_starts on company;
drop trigger change_agency_name_starts on company;
drop trigger change_client_name_starts on company;
drop trigger drop_name_starts on company;
drop trigger add_name_starts on campaign;
drop trigger change_name_starts on campaign;
drop trigger drop_name_starts on campaign;
drop function add_name_starts();
drop function change_name_starts();

drop trigger keep_lead_days on lead;
drop function keep_lead_days();

-- A key over all agencies cannot be kept where each node has some of them; the pixels' own table holds each key once.
alter table campaign drop constraint campaign_pixel_key_key;

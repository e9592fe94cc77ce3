-- Reports add what enrichment earned to what leads earned, by the day on which a list was bought.
create index enrichment_bought on enrichment (agency_id, bought_at) where bought_at is not null;
create index enrichment_bought_of_root on enrichment (root_id, bought_at) where bought_at is not null;

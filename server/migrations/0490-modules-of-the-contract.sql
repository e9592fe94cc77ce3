-- Which modules there are, and which of them sells advanced leads, stands in the contract (contract/campaigns/modules.ts):
-- one more of them is no change of the tables. What is written has been read by the contract's schemas.
alter table company drop constraint company_modules_check;
alter table company drop constraint company_new_agency_modules_check;
alter table cost_setup drop constraint cost_setup_module_check;
alter table cost_setup drop constraint cost_setup_check;
alter table retail_cost drop constraint retail_cost_module_check;
alter table retail_cost drop constraint retail_cost_check;
alter table retail_bound drop constraint retail_bound_module_check;
alter table campaign drop constraint campaign_module_check;
alter table period_fee drop constraint period_fee_module_check;
alter table invoice_line drop constraint invoice_line_module_check;

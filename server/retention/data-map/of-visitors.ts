import { leadTexts } from '#contract/leads/lead-texts.ts'
import type { TableLines } from './table-line.ts'

const withLead = 'With the anonymized lead'
const ofIdentity = 'By deleting the person from the identity data'
const withCompany = 'as long as the company'
const untilCorrected = 'until a file replaces it or the person is deleted'

const leadNames = 'first_name last_name first_name_key last_name_key'
const leadContacts = 'email phone_e164 email_key phone_key'
const leadPlaces = 'street city state zip'
/** Texts of a lead that have no class of their own, so that a new one is described with its row in the contract. */
const otherLeadTexts = Object.values(leadTexts)
  .map(({ column }) => column)
  .filter((column) => ![leadNames, leadContacts, leadPlaces].some((columns) => columns.split(' ').includes(column)))

/** Tables about visitors of clients' sites and people in the operator's identity data. */
export const ofVisitors: TableLines = {
  person: {
    about: 'persons',
    purpose: 'identify',
    personal: {
      name: 'first_name last_name',
      contact: 'email phone_e164',
      place: 'street city state zip',
      id: 'external_id',
    },
    plain: 'source',
    kept: untilCorrected,
    erased: ofIdentity,
  },
  person_key: {
    about: 'persons',
    purpose: 'identify',
    personal: { hash: 'hash', id: 'person_id' },
    kept: untilCorrected,
    erased: ofIdentity,
  },
  trait: {
    about: 'persons',
    purpose: 'identify',
    personal: { traits: 'name value', id: 'person_id' },
    kept: untilCorrected,
    erased: ofIdentity,
  },
  signal: {
    about: 'persons',
    purpose: 'identify',
    personal: { id: 'person_id', pages: 'kind', place: 'zip' },
    kept: 'Searches and pages read',
    erased: 'With the partition of its day',
  },
  searchers_of_day: {
    about: 'persons',
    purpose: 'identify',
    personal: { id: 'people', pages: 'moments' },
    kept: 'Searches and pages read',
    erased: 'With the partition of its day',
  },
  opt_out: {
    about: 'persons',
    purpose: 'suppression',
    personal: { hash: 'hash' },
    plain: 'reason',
    kept: 'for ever, so that the opt-out holds',
    erased: 'Never: it is what keeps the person from coming back',
  },
  deletion_request: {
    about: 'persons',
    purpose: 'suppression',
    personal: { hash: 'hash', id: 'id' },
    plain: 'list',
    kept: 'for ever, or until the person withdraws the request, so that who comes back is deleted again',
    erased: 'When the person withdraws the request at the platform',
  },
  deletion_match: {
    about: 'persons',
    purpose: 'suppression',
    personal: { id: 'person_id' },
    kept: 'until the person is deleted, in minutes',
    erased: 'With the person',
  },
  root_exclusion: {
    about: 'persons',
    purpose: 'suppression',
    personal: { hash: 'hash' },
    kept: 'until the operator replaces the list',
  },
  privacy_request: {
    about: 'persons',
    purpose: 'suppression',
    personal: {
      hash: 'hashes',
      name: 'agent',
      secret: 'code_hash key_hash agent_key_hash',
      text: 'wish_sealed appeal_sealed extension_reason answer appeal_answer',
    },
    plain: 'kind number host state_code outcome appeal_outcome',
    kept: 'Privacy requests',
    erased: 'Hashes and texts as soon as the request is carried out',
  },
  hit: {
    about: 'visitors',
    purpose: 'identify',
    personal: {
      id: 'visitor_id person_id',
      hash: 'hashes',
      pages: 'page_url title referrer_host search mark',
      device: 'user_agent_family',
    },
    plain: 'kind page_host event_name company_domain consent',
    kept: '90 days',
  },
  visit: {
    about: 'visitors',
    purpose: 'identify',
    personal: { id: 'visitor_id person_id', pages: 'page_url title referrer_host search' },
    plain: 'kind event_name match_key reason cap_of',
    kept: '90 days',
  },
  device_link: {
    about: 'visitors',
    purpose: 'identify',
    personal: { id: 'visitor_id person_id' },
    kept: 'Links of browsers to people',
  },
  visitor_first: {
    about: 'visitors',
    purpose: 'companies',
    personal: { id: 'visitor_id' },
    kept: 'First weeks of browsers',
  },
  search_match: {
    about: 'persons',
    purpose: 'identify',
    personal: { id: 'person_id', pages: 'signals' },
    plain: 'outcome',
    kept: 'People whose searches matched a campaign',
  },
  match_doubt: {
    about: 'visitors',
    purpose: 'identify',
    personal: { id: 'person_id' },
    plain: 'way',
  },
  lead: {
    about: 'visitors',
    purpose: 'leads',
    personal: {
      name: leadNames,
      contact: leadContacts,
      place: leadPlaces,
      id: 'person_id',
      pages: 'page_url search',
      traits: ['information', ...otherLeadTexts].join(' '),
      text: 'next_action tags',
    },
    plain: 'kind match_key company_domain status consent',
    kept: 'Leads of ended campaigns',
  },
  lead_entry: {
    about: 'visitors',
    purpose: 'leads',
    personal: { text: 'note' },
    plain: 'kind from_key to_key',
    kept: 'Leads of ended campaigns',
    erased: withLead,
  },
  lead_tag: {
    about: 'visitors',
    purpose: 'leads',
    personal: { text: 'tag' },
    kept: 'Leads of ended campaigns',
    erased: withLead,
  },
  lead_return: {
    about: 'visitors',
    purpose: 'leads',
    personal: { text: 'detail answer' },
    plain: 'reason state',
    kept: 'Leads of ended campaigns',
    erased: withLead,
  },
  lead_bulk_action: {
    about: 'visitors',
    purpose: 'leads',
    personal: { text: 'value old_values' },
    plain: 'kind',
    kept: 'Changes of many leads',
  },
  lead_export: {
    about: 'visitors',
    purpose: 'leads',
    personal: { text: 'asked file_key' },
    plain: 'format status problem',
    kept: 'Lead exports',
  },
  conversion: {
    about: 'visitors',
    purpose: 'leads',
    personal: { id: 'person_id' },
    kept: 'Leads of ended campaigns',
    erased: withLead,
  },
  delivery: {
    about: 'visitors',
    purpose: 'leads',
    personal: { text: 'body', id: 'record_id' },
    plain: 'status last_error_code',
    kept: '30 days',
  },
  take_back: {
    about: 'visitors',
    purpose: 'suppression',
    personal: { contact: 'person_sealed' },
    plain: 'status cause',
    kept: 'until the destination has responded',
  },
  event_message: {
    about: 'visitors',
    purpose: 'developers',
    personal: { text: 'data' },
    plain: 'type status last_error_code',
    kept: 'Developer webhook messages',
  },
  enrichment_row: {
    about: 'persons',
    purpose: 'audiences',
    personal: { text: 'cells', traits: 'added', id: 'person_id' },
    plain: 'match_key',
    kept: 'Rows of enriched lists',
  },
  audience_list_entry: {
    about: 'persons',
    purpose: 'audiences',
    personal: { hash: 'hash' },
    kept: 'Addresses of audience lists',
  },
  exclusion: {
    about: 'persons',
    purpose: 'suppression',
    personal: { hash: 'hash' },
    plain: 'level',
    kept: withCompany,
  },
  exclusion_purged: {
    about: 'persons',
    purpose: 'suppression',
    personal: { hash: 'hash' },
    kept: 'Purged exclusion lists',
  },
  exclusion_staged: {
    about: 'persons',
    purpose: 'suppression',
    personal: { hash: 'md5 sha1 sha256' },
    kept: 'until the upload is complete',
  },
  identity_import: {
    about: 'persons',
    purpose: 'identify',
    personal: { text: 'file_name columns problems unread file_key' },
    plain: 'status mapping error delimiter encoding',
    kept: 'as long as the identity data; the file as its own line says',
  },
}

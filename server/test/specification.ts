import { readFileSync } from 'node:fs'

type Name = 'operations' | 'calls' | 'fields'

/** A table of the specification's catalog: one object per row, with the names in its first line as keys. */
export function readTable(name: Name): Record<string, string>[] {
  const file = new URL(`../../docs/specification/${name}.tsv`, import.meta.url)
  const [head, ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n')
  const names = head!.split('\t')
  return lines.map((line) => Object.fromEntries(line.split('\t').map((cell, at) => [names[at]!, cell])))
}

/** Our names of fields that the documents do not name. */
export const ownNames: Readonly<Record<string, string[]>> = {
  '(franchise contact fields)': ['franchise_name', 'franchise_email', 'franchise_phone'],
  '(director contact fields)': ['director_name', 'director_email', 'director_phone'],
  '(office manager contact fields)': ['office_manager_name', 'office_manager_email', 'office_manager_phone'],
  '(team manager contact fields)': ['team_manager_name', 'team_manager_email', 'team_manager_phone'],
  'Ads Design': ['AdsDesign'],
  'company root name': ['rootName'],
  'legal name': ['rootLegalName'],
  'short name': ['rootShortName'],
  address: ['rootAddress'],
  city: ['rootCity'],
  zip: ['rootZip'],
  'state code': ['rootStateCode'],
  'state name': ['rootStateName'],
  phone: ['rootPhone'],
  'root user name': ['rootContactName'],
  'root user e-mail': ['rootContactEmail'],
  'root user address': ['rootContactAddress'],
  'public payment key': ['payment_public_key'],
  'recaptcha key': ['recaptcha_key'],
  'payment terms': ['paymenttermlist'],
  'side menus': ['sideMenus'],
  'agency sidebar': ['agencyMenus'],
  'agency_onboarding price': ['agency_onboarding_price'],
}

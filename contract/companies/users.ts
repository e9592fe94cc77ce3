import { z } from 'zod'
import { ownPermissions, shownRoleId } from '../people/roles.ts'
import { longestPassword } from '../sign-in/password-rules.ts'
import { email } from '../sign-in/session.ts'
import { subdomain } from '../branding/hosts.ts'
import { customDomainName } from '../branding/custom-domain.ts'
import { siteHost } from '../campaigns/site-url.ts'
import { managers, type Access, type Permission } from '../core/access.ts'
import { allUnused, restated, unused } from '../core/documented-keys.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { done, doneWith, flag, formVersion, instant, line } from '../core/wire.ts'
import { selectedModules, someTerm } from './selections.ts'
import { sentences } from '../core/sentences.ts'

/** How long the mailed link of an invitation works (SEC-3). */
export const invitationLife_ms = 72 * 3_600_000

/** For how long a removed company can be brought back, in milliseconds. */
export const removedLife_ms = 30 * 24 * 3_600_000

/** T: a code is asked of them at every sign-in, by mail while they have set nothing else. Left out, it stays as it is. */
const factorDemand = { twoFactorAuth: flag.optional() }

/** What is left out stays as it is; of somebody new it is F. */
const duties = {
  ...factorDemand,
  /** T: gets the mails that need somebody to act, as the owner does. */
  adminGetNotification: flag.optional(),
  /** T: the company's contact, in place of whoever was it. */
  defaultAdmin: flag.optional(),
  /** T: whom people of the companies below are told to ask, in place of whoever was it. */
  customercare: flag.optional(),
}

const administratorRights = {
  /** A role of the company, F for full access (R144), or empty where the own permissions count alone. */
  ClientRole: shownRoleId,
  /** T: the own permissions count in place of the role's (R146). */
  permission_active: flag.default('F'),
  user_permissions: ownPermissions.optional(),
  ...duties,
}

/** T: an account executive; F: a sales representative (R005). */
const salesRights = { isAccExecutive: flag.default('F'), ...factorDemand }

const webSite = z
  .string()
  .trim()
  .max(1990)
  .transform((text) => (text === '' || text.includes('://') ? text : `https://${text}`))
  .refine((text) => text === '' || siteHost(text) !== null, sentences.website)

/** Every payload of D2§3 L61 has the same keys, whoever it is about; what means nothing for somebody asks for nothing. */
const ofEverybody = {
  idsys: restated('system'),
  editorspreadsheet: unused(sentences.noSpreadsheets),
}
const ofNoCompany = {
  ...ofEverybody,
  ...allUnused(
    [
      'ClientCompanyName',
      'ClientPhone',
      'ClientDomain',
      'ClientWhiteLabeling',
      'ApiMode',
      'DownlineDomain',
      'DownlineSubDomain',
      'DownlineOrganizationID',
      'disabledreceivedemail',
      'disabledaddcampaign',
      'selectedterms',
      'selectedmodules',
      'enablephonenumber',
    ],
    sentences.companiesOnly,
  ),
  /** Of a number that is not there. */
  ClientPhoneCountryCode: z.string().max(2).optional(),
  ClientPhoneCountryCallingCode: z.string().max(8).optional(),
}
const ofNoAdministrator = allUnused(
  ['ClientRole', 'permission_active', 'user_permissions', 'defaultAdmin', 'customercare', 'adminGetNotification'],
  sentences.administratorsOnly,
)
const invitedOnly = unused(sentences.invitedPassword)
const ownPassword = unused(sentences.ownPassword)

/** What a company is, whether it is added or changed. */
const company = {
  ...ofEverybody,
  ...ofNoAdministrator,
  userType: z.enum(['client', 'userdownline']),
  ClientFullName: line(),
  ClientEmail: email,
  /** As it was typed; read with the country that was chosen for it. */
  ClientPhone: z.string().trim().max(40).default(''),
  ClientPhoneCountryCode: z
    .string()
    .regex(/^[A-Z]{2}$/, sentences.country)
    .default('US'),
  ClientPhoneCountryCallingCode: z.string().max(8).optional(),
  DownlineOrganizationID: z.string().trim().max(100).default(''),
  /** Agencies only; T needs the root. */
  ApiMode: flag.optional(),
  /** Agencies only; F: they show their operator's colors. The root's to say. */
  ClientWhiteLabeling: flag.optional(),
  /** Clients only: T lets them make campaigns (OQ-12). */
  disabledaddcampaign: flag.optional(),
  /** Clients only: their web site, with which new campaigns of theirs begin. A name alone is taken as https://. */
  ClientDomain: webSite.optional(),
  /** Clients only: F keeps phone numbers of leads from them, on screens, in files and at destinations. */
  enablephonenumber: flag.optional(),
  /** Clients only: the group of their agency that they lie in; empty: none. */
  companyGroupID: z.union([z.literal(''), id]).optional(),
  /**
   * Agencies only, the root's to say: the domain of its own that it claims, which leads to it once its records prove it;
   * empty gives one back.
   */
  DownlineDomain: customDomainName.optional(),
  /** T: the mails that need somebody to act do not reach its main user. What concerns their own account does. */
  disabledreceivedemail: flag.optional(),
  ...factorDemand,
  selectedmodules: selectedModules.optional(),
}

const ofChangedUser = {
  ...ofNoCompany,
  /** As it is: an address is its owner's to change. */
  ClientEmail: email.optional(),
  ClientPass: ownPassword,
  action: z.literal('downline').optional(),
}

/** Mail to strangers is a means of abuse (SEC-5). */
const invitationLimit = { count: 20, perSeconds: 3600, by: 'company', as: 'invitation' } as const

/** Who adds and changes people: of the own company and, for clients and agencies, of those right below. */
const managersBelow = (permission: Permission): Access => ({
  rootSystem: { reach: ['own', 'below'] },
  rootAdmin: { reach: ['own', 'below'], permission },
  agencyOwner: { reach: ['own', 'below'] },
  administrator: { reach: ['own', 'below'], permission },
})

export const createUser = operation({
  id: 'C043',
  name: 'createUser',
  area: 'companies',
  method: 'POST',
  path: '/configuration/user/create',
  summary:
    'Adds an agency below the root, a client below an agency, an administrator, or a sales person of the root, and mails an invitation that works once, for 72 hours, unless a password is given.',
  body: z.discriminatedUnion('userType', [
    z.strictObject({
      companyID: id,
      userType: z.literal('administrator'),
      ClientFullName: line(),
      ClientEmail: email,
      ClientPass: invitedOnly,
      ...ofNoCompany,
      ...administratorRights,
    }),
    z.strictObject({
      /** The root, for which sales staff work. */
      companyID: id,
      userType: z.literal('sales'),
      ClientFullName: line(),
      ClientEmail: email,
      ClientPass: invitedOnly,
      ...ofNoCompany,
      ...ofNoAdministrator,
      ...salesRights,
    }),
    z.strictObject({
      /** The company above: the root for agencies, the agency for clients. */
      companyID: id,
      ...company,
      /** The person's name where it is left out (OQ-22). */
      ClientCompanyName: line().or(z.literal('')).default(''),
      /** Sent only when it is not empty. */
      ClientPass: z.union([z.literal(''), z.string().min(1).max(longestPassword)]).optional(),
      /** Agencies only: made from the company's name where it is left out. */
      DownlineSubDomain: subdomain.or(z.literal('')).default(''),
      selectedterms: someTerm.optional(),
    }),
  ]),
  answer: doneWith(
    z.object({
      id,
      company_id: id,
      /** Null for somebody who was given a password. */
      invited_until: instant.nullable(),
    }),
  ),
  access: managersBelow('settings.create'),
  object: { kind: 'company', in: 'body', key: 'companyID' },
  limits: [invitationLimit],
})

export const updateUser = operation({
  id: 'C044',
  name: 'updateUser',
  area: 'companies',
  method: 'PUT',
  path: '/configuration/user/update',
  summary:
    'Changes an agency, a client, an administrator with their rights or a sales person; in force within five seconds.',
  body: z.discriminatedUnion('userType', [
    z.strictObject({
      companyID: id,
      ClientID: id,
      userType: z.literal('administrator'),
      ClientFullName: line(),
      ...ofChangedUser,
      ...administratorRights,
      version: formVersion.optional(),
    }),
    z.strictObject({
      companyID: id,
      ClientID: id,
      userType: z.literal('sales'),
      ClientFullName: line(),
      ...ofChangedUser,
      ...ofNoAdministrator,
      ...salesRights,
      version: formVersion.optional(),
    }),
    z.strictObject({
      /** The company above, as when it was added, or the company itself. */
      companyID: id,
      ClientPass: ownPassword,
      ClientID: id.meta({ description: 'Its main user.' }),
      /** The tree's own word (R270). */
      action: z.literal('downline').optional(),
      ...company,
      ClientCompanyName: line(),
      version: formVersion.optional(),
      DownlineSubDomain: subdomain.optional(),
      selectedterms: someTerm.optional(),
    }),
  ]),
  answer: done,
  errors: ['conflict'],
  // R148: edit is open to account executives, of what is assigned to them.
  access: { ...managersBelow('settings.update'), accountExecutive: { reach: ['below'] } },
  object: { kind: 'user', in: 'body', key: 'ClientID' },
  // A corrected address is mailed to: it counts with the invitations of the company that asks.
  limits: [{ ...invitationLimit, by: 'account' }],
})

export const removeUser = operation({
  id: 'C045',
  name: 'removeUser',
  area: 'companies',
  method: 'DELETE',
  path: '/configuration/user/remove/{companyID}/{userID}',
  summary:
    'Removes an administrator, a sales person with what is assigned to them, or the company whose main user is named: nobody of it signs in any more, and it can be brought back for 30 days.',
  params: z.strictObject({ companyID: id, userID: id }),
  answer: done,
  errors: ['conflict'],
  access: managersBelow('settings.delete'),
  object: { kind: 'user', in: 'params', key: 'userID' },
})

export const restoreCompany = operation({
  id: 'own',
  name: 'restoreCompany',
  area: 'companies',
  method: 'POST',
  path: '/configuration/user/restore',
  summary: 'Brings back an agency or a client that was removed at most 30 days ago.',
  body: z.strictObject({ companyID: id }),
  answer: done,
  errors: ['conflict'],
  access: managers('settings.delete'),
})

export const resendInvitation = operation({
  id: 'C046',
  name: 'resendInvitation',
  area: 'companies',
  method: 'POST',
  path: '/configuration/user/resendinvitation',
  summary: 'Mails a new invitation to somebody who has not accepted yet; the link before it stops working.',
  body: z.strictObject({ companyID: id, ClientID: id }),
  answer: doneWith(z.object({ invited_until: instant })),
  errors: ['conflict'],
  access: managersBelow('settings.create'),
  object: { kind: 'user', in: 'body', key: 'ClientID' },
  limits: [invitationLimit],
})

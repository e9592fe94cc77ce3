import { z } from 'zod'
import { ownPermissions, shownRoleId } from '../people/roles.ts'
import { longestPassword } from '../sign-in/password-rules.ts'
import { email } from '../sign-in/session.ts'
import { subdomain } from '../branding/hosts.ts'
import { customDomainName } from '../branding/custom-domain.ts'
import { siteUrl } from '../campaigns/site-url.ts'
import { managers, type Access, type Permission } from '../core/access.ts'
import { allUnused, emptyAs, formFlag, fromSession, blankOnly } from '../core/documented-keys.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { doneAnswer, doneWith, flag, formVersion, instant, line } from '../core/wire.ts'
import { selectedModules, termsOfForm } from './selections.ts'
import { sentences } from '../core/sentences.ts'

/** How long the emailed invitation link is valid (SEC-3). */
export const invitationLife_ms = 72 * 3_600_000

/** How long a removed company can be restored, in milliseconds. */
export const removedLife_ms = 30 * 24 * 3_600_000

/** T: a code is required at every sign-in, by email unless they set up another method. If omitted, it is unchanged. */
const factorDemand = { twoFactorAuth: formFlag }

/** Omitted fields stay unchanged; for a new person they are F. */
const duties = {
  ...factorDemand,
  /** T: gets the emails that require action, as the owner does. */
  adminGetNotification: formFlag,
  /** T: the company's contact, replacing the previous one. */
  defaultAdmin: formFlag,
  /** T: the contact shown to people of the companies below, replacing the previous one. */
  customercare: formFlag,
}

const administratorRights = {
  /** A role of the company, F for full access (R144), or empty if only the person's own permissions apply. */
  ClientRole: shownRoleId,
  /** T: the person's own permissions replace the role's (R146). */
  permission_active: flag.default('F'),
  user_permissions: z
    // Not a strict object without keys: of a wrong flag it would say that no menu is known.
    .union([z.record(z.string(), z.never()).transform(() => undefined), ownPermissions])
    .optional()
    .meta({ description: 'An empty object counts as omitted.' }),
  ...duties,
}

/** T: an account executive; F: a sales representative (R005). */
const salesRights = { isAccExecutive: flag.default('F'), ...factorDemand }

/** Every payload of D2§3 L61 has the same keys, whoever it is about; keys that do not apply must be empty. */
const ofEverybody = {
  idsys: fromSession('system'),
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
      'editorspreadsheet',
    ],
    sentences.companiesOnly,
  ),
  /** For an absent phone number. */
  ClientPhoneCountryCode: z.string().max(2).optional(),
  ClientPhoneCountryCallingCode: z.string().max(8).optional(),
}
const ofNoAdministrator = allUnused(
  ['ClientRole', 'permission_active', 'user_permissions', 'defaultAdmin', 'customercare', 'adminGetNotification'],
  sentences.administratorsOnly,
)
const invitedOnly = blankOnly(sentences.invitedPassword)
const ownPassword = blankOnly(sentences.ownPassword)

/** A company's fields, for adding and changing. */
const company = {
  ...ofEverybody,
  ...ofNoAdministrator,
  userType: z.enum(['client', 'userdownline']),
  ClientFullName: line(),
  ClientEmail: email,
  /** As typed; parsed with the chosen country. */
  ClientPhone: z.string().trim().max(40).default(''),
  ClientPhoneCountryCode: emptyAs('US', z.string().regex(/^[A-Z]{2}$/, sentences.country)).default('US'),
  ClientPhoneCountryCallingCode: z.string().max(8).optional(),
  DownlineOrganizationID: z.string().trim().max(100).default(''),
  /** Agencies only; T can be set by the root only. */
  ApiMode: formFlag,
  /** Agencies only; F: they use their operator's colors. Only the root can set it. */
  ClientWhiteLabeling: formFlag,
  /** Clients only: T lets them create campaigns (OQ-12). */
  disabledaddcampaign: formFlag,
  /** Clients only: their website, the default of their new campaigns. A bare name is taken as https://. */
  ClientDomain: siteUrl.optional(),
  /** Clients only: F hides phone numbers of leads from them, on screens, in files and at destinations. */
  enablephonenumber: formFlag,
  /** Clients only: F lets their report recipients only read the sheets that are shared with them. */
  editorspreadsheet: formFlag,
  /** Clients only: the group of their agency that they belong to; empty, or null as lists show it: none. */
  companyGroupID: z.union([z.literal(''), z.null().transform((): '' => ''), id]).optional(),
  /**
   * Agencies only, set by the root only: the custom domain it claims, which works once its DNS records are verified;
   * empty removes it.
   */
  DownlineDomain: customDomainName.optional(),
  /** T: emails that require action are not sent to its main user. Those about their own account are. */
  disabledreceivedemail: formFlag,
  ...factorDemand,
  /** An empty list counts as omitted. */
  selectedmodules: selectedModules.optional(),
}

const ofChangedUser = {
  ...ofNoCompany,
  /** Must equal the current one: only the owner can change an email address. */
  ClientEmail: email.optional(),
  ClientPass: ownPassword,
  action: z.literal('downline').optional(),
}

/** Sending mail to strangers can be abused (SEC-5). */
const invitationLimit = { count: 20, perSeconds: 3600, by: 'company', as: 'invitation' } as const

/** Who adds and changes people: of their own company and, for clients and agencies, of those directly below. */
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
    'Creates an agency, a client, an administrator or a sales person, and sends an invitation that works once within 72 hours, unless a password is given.',
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
      /** The root, which sales staff work for. */
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
      /** Defaults to the person's name (OQ-22). */
      ClientCompanyName: line().or(z.literal('')).default(''),
      /** Sent only if not empty. */
      ClientPass: z.union([z.literal(''), z.string().min(1).max(longestPassword)]).optional(),
      /** Agencies only: generated from the company's name if omitted. */
      DownlineSubDomain: subdomain.or(z.literal('')).default(''),
      selectedterms: termsOfForm.optional(),
    }),
  ]),
  answer: doneWith(
    z.object({
      id,
      company_id: id,
      /** Null for someone who was given a password. */
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
    'Updates an agency, a client, an administrator with their permissions, or a sales person. Takes effect within five seconds.',
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
      /** The company above, as on creation, or the company itself. */
      companyID: id,
      ClientPass: ownPassword,
      ClientID: id.meta({ description: 'Its main user.' }),
      /** The specification's value for its tree (R270). */
      action: z.literal('downline').optional(),
      ...company,
      ClientCompanyName: line(),
      version: formVersion.optional(),
      /** Required for agencies. */
      DownlineSubDomain: subdomain.or(z.literal('')).optional(),
      selectedterms: termsOfForm.optional(),
    }),
  ]),
  answer: doneAnswer,
  errors: ['conflict'],
  // R148: account executives can edit what is assigned to them.
  access: { ...managersBelow('settings.update'), accountExecutive: { reach: ['below'] } },
  object: { kind: 'user', in: 'body', key: 'ClientID' },
  // A corrected address gets an email, so it counts toward the invitation limit of the calling company.
  limits: [{ ...invitationLimit, by: 'account' }],
})

export const removeUser = operation({
  id: 'C045',
  name: 'removeUser',
  area: 'companies',
  method: 'DELETE',
  path: '/configuration/user/remove/{companyID}/{userID}',
  summary:
    'Removes an administrator, a sales person with their assignments, or the company of the given main user: none of its people can sign in any more, and it can be restored for 30 days.',
  params: z.strictObject({ companyID: id, userID: id }),
  answer: doneAnswer,
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
  summary: 'Restores an agency or a client that was removed at most 30 days ago.',
  body: z.strictObject({ companyID: id }),
  answer: doneAnswer,
  errors: ['conflict'],
  access: managers('settings.delete'),
})

export const resendInvitation = operation({
  id: 'C046',
  name: 'resendInvitation',
  area: 'companies',
  method: 'POST',
  path: '/configuration/user/resendinvitation',
  summary: 'Sends a new invitation to someone who has not accepted yet. The previous link stops working.',
  body: z.strictObject({ companyID: id, ClientID: id }),
  answer: doneWith(z.object({ invited_until: instant })),
  errors: ['conflict'],
  access: managersBelow('settings.create'),
  object: { kind: 'user', in: 'body', key: 'ClientID' },
  limits: [invitationLimit],
})

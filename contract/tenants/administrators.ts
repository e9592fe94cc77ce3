import { z } from 'zod'
import { managers, ownPermissions, roleId } from '../access/roles.ts'
import { email } from '../access/session.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { done, doneWith, flag, line } from '../core/wire.ts'

/** How long the mailed link of an invitation works (reliability 5.3). */
export const invitationLife_ms = 72 * 3_600_000

const rights = {
  /** A role of the company, or F for full access (R144). */
  ClientRole: roleId,
  /** T: the own permissions count in place of the role's (R146). */
  permission_active: flag.default('F'),
  user_permissions: ownPermissions.optional(),
}

/** Mail to strangers is a means of abuse (reliability 5.5). */
const invitationLimit = { count: 20, perSeconds: 3600, by: 'company', as: 'invitation' } as const

export const inviteAdministrator = operation({
  id: 'C043',
  name: 'inviteAdministrator',
  area: 'tenants',
  method: 'POST',
  path: '/configuration/user/create',
  summary: 'Adds an administrator and mails an invitation that works once, for 72 hours.',
  body: z.strictObject({
    companyID: id,
    userType: z.enum(['administrator']),
    ClientFullName: line(),
    ClientEmail: email,
    ...rights,
  }),
  answer: doneWith(z.object({ id, invited_until: z.iso.datetime() })),
  access: managers('settings.create'),
  object: { kind: 'company', in: 'body', key: 'companyID' },
  limits: [invitationLimit],
})

export const updateAdministrator = operation({
  id: 'C044',
  name: 'updateAdministrator',
  area: 'tenants',
  method: 'PUT',
  path: '/configuration/user/update',
  summary: 'Changes an administrator’s name, role and own permissions; in force within five seconds.',
  body: z.strictObject({
    companyID: id,
    ClientID: id,
    ClientFullName: line(),
    ...rights,
  }),
  answer: done,
  access: managers('settings.update'),
  object: { kind: 'user', in: 'body', key: 'ClientID' },
})

export const removeAdministrator = operation({
  id: 'C045',
  name: 'removeAdministrator',
  area: 'tenants',
  method: 'DELETE',
  path: '/configuration/user/remove/{companyID}/{userID}',
  summary: 'Removes an administrator and ends all of their sessions.',
  params: z.strictObject({ companyID: id, userID: id }),
  answer: done,
  access: managers('settings.delete'),
  object: { kind: 'user', in: 'params', key: 'userID' },
})

export const resendInvitation = operation({
  id: 'C046',
  name: 'resendInvitation',
  area: 'tenants',
  method: 'POST',
  path: '/configuration/user/resendinvitation',
  summary: 'Mails a new invitation to somebody who has not accepted yet; the link before it stops working.',
  body: z.strictObject({ companyID: id, ClientID: id }),
  answer: doneWith(z.object({ invited_until: z.iso.datetime() })),
  errors: ['conflict'],
  access: managers('settings.create'),
  object: { kind: 'user', in: 'body', key: 'ClientID' },
  limits: [invitationLimit],
})

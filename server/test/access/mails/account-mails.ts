import { createUser } from '#contract/companies/users.ts'
import { register } from '#contract/people/registration.ts'
import { forgetPassword } from '#contract/sign-in/password.ts'
import { mailAcceptance } from '#server/areas/agreements/mail-acceptance.ts'
import { mailWelcome } from '#server/areas/people/profile/mail-welcome.ts'
import { requestEmailChange } from '#server/areas/people/profile/email-change.ts'
import { mailBackupWarning } from '#server/areas/mails/backup-warning.ts'
import { mailRequestCode } from '#server/areas/privacy/mail-code.ts'
import { codeLife_ms, mailCode } from '#server/areas/sign-in/second-factor/mail-code.ts'
import { noticeByMail, securityNotices, type SecurityNotice } from '#server/areas/sign-in/security-notice.ts'
import { mailViewNotice } from '#server/areas/sign-in/view/mail-view-notice.ts'
import { testPassword } from '#server/test/factories.ts'
import type { MailKinds } from './kind.ts'
import { operatorHost, type MailStage } from './stage.ts'

/** Registers on a host with an address that has an account, or with a new one. */
function registerOn({ http }: MailStage, host: string, email: string, userType: string) {
  const names = { companyname: 'West', name: 'Wes West', phonenum: '+13125550143' }
  return http.anonymous(host).call(register, { body: { ...names, email, password: testPassword, userType } })
}

/** The operator's administrators invite, too, and are then on the operator's host. */
function invite({ http, tree, owner, path }: MailStage, isByOperator: boolean, email: string) {
  const body = { companyID: path.agencyId, userType: 'client', ClientFullName: 'Cara Client', ClientEmail: email }
  return http.as(isByOperator ? tree.root.system : owner).call(createUser, { body })
}

/** Mails to people about their account, as they are sent to a client who is on the operator's host. */
export const accountMails: MailKinds = {
  'server/areas/agreements/mail-acceptance.ts': {
    titles: ['You accepted an agreement'],
    from: 'agency',
    send: ({ inRoot, call, account }) => {
      const document = { id: '', title: 'Agreement', version: 1 }
      const signer = { userName: account.fullName, ...account }
      const acceptance = { id: account.userId, document, signer, textHash: Buffer.from('text') }
      const asOwner = { ...call, caller: { ...call.caller, kind: 'agencyOwner' } }
      return inRoot((tx) => mailAcceptance(tx, asOwner as typeof call, acceptance as never))
    },
  },
  'server/areas/people/members/send-invitation.ts': {
    titles: [
      '{inviter} invited you to work for {company}',
      '{inviter} invited you to see your leads',
      'Your invitation needs another email address',
    ],
    from: 'agency',
    send: async (stage) => {
      const { db, owner } = stage
      await db.adminPool.query('update host set is_proposed = false where company_id = $1', [owner.companyId])
      for (const isByOperator of [true, false])
        // The second address is that of another agency's client.
        for (const email of [`invited-${isByOperator}@${owner.host}.test`, stage.tree.acme.clients[0]!.user.email])
          await invite(stage, isByOperator, email)
      const body = {
        companyID: stage.path.agencyId,
        userType: 'administrator',
        ClientFullName: 'Ada',
        ClientEmail: `ada@${owner.host}.test`,
        ClientRole: 'F',
      }
      await stage.http.as(owner).call(createUser, { body })
    },
  },
  'server/areas/people/profile/mail-welcome.ts': {
    titles: ['Welcome to {brand}'],
    from: 'agency',
    send: ({ inRoot, call }) => inRoot((tx) => mailWelcome(tx, call)),
  },
  'server/areas/people/profile/email-change.ts': {
    titles: [
      'Confirm the change of your email address',
      'Confirm your new email address',
      'Your address is already in use',
    ],
    from: 'agency',
    send: ({ inRoot, call, account, owner }) =>
      inRoot(async (tx) => {
        await requestEmailChange(tx, call, account, `new-${account.email}`)
        await requestEmailChange(tx, call, account, owner.email)
      }),
  },
  'server/areas/people/registration/mail-registration.ts': {
    titles: ['Someone registered with your address', 'Confirm your registration'],
    from: 'agency',
    send: async (stage) => {
      await registerOn(stage, stage.owner.host, `newcomer@${stage.owner.host}.test`, 'client')
      await registerOn(stage, stage.owner.host, stage.receiver.email, 'client')
      await registerOn(stage, operatorHost, stage.receiver.email, 'userdownline')
    },
  },
  'server/areas/privacy/mail-code.ts': {
    titles: ['Confirm your privacy request'],
    from: 'agency',
    send: ({ inRoot, http, receiver, now }) =>
      inRoot((tx) =>
        mailRequestCode(tx, http.platform, {
          owner: receiver,
          ...receiver,
          kind: 'see',
          number: '7K2MX4Q9TB',
          code: 'H4XQ-7WN2',
          agent: '',
          expires_ms: now() + 60_000,
        }),
      ),
  },
  'server/areas/mails/backup-warning.ts': {
    titles: ['There is no recent backup that is known to be good'],
    from: 'operator',
    send: ({ inRoot, http, receiver, owner }) =>
      inRoot((tx) =>
        mailBackupWarning(
          tx,
          http.platform,
          { ...receiver, agencyId: null, email: owner.email },
          { made_ms: 1, proven_ms: null },
        ),
      ),
  },
  'server/areas/sign-in/password/forget-password.ts': {
    titles: ['Set a new password'],
    from: 'agency',
    send: async ({ http, owner, receiver }) => {
      for (const host of [operatorHost, owner.host])
        await http.anonymous(host).call(forgetPassword, { body: { username: receiver.email } })
    },
  },
  'server/areas/sign-in/second-factor/mail-code.ts': {
    titles: ['Your code'],
    from: 'agency',
    send: ({ inRoot, call, receiver }) => inRoot((tx) => mailCode(tx, call, receiver, `${codeLife_ms}`, 'sign in')),
  },
  'server/areas/sign-in/security-notice.ts': {
    titles: [
      'Your password was changed',
      'Your account is ready',
      'A new device signed in to your account',
      'You were signed out everywhere',
      'One of your sessions was ended',
      'Two-factor authentication was turned on',
      'Your two-factor authentication was changed',
      'Two-factor authentication was turned off',
      'Your email address was changed',
      'A recovery code was used',
      'New recovery codes generated for your account',
      'A developer API key was created',
      'A secret key was shown',
    ],
    from: 'agency',
    send: ({ inRoot, call, receiver }) =>
      inRoot(async (tx) => {
        for (const notice of Object.keys(securityNotices) as SecurityNotice[])
          await noticeByMail(tx, call, receiver, notice)
      }),
  },
  'server/areas/sign-in/view/mail-view-notice.ts': {
    titles: ['Support viewed your account', 'Your agency viewed your account'],
    from: 'agency',
    send: ({ inRoot, call, account, client }) =>
      inRoot(async (tx) => {
        const person = { ...account, companyId: client.id } as never
        const asOwner = { ...call, caller: { ...call.caller, kind: 'agencyOwner' as const } }
        for (const by of [call, asOwner]) await mailViewNotice(tx, by, person, 'A question')
      }),
  },
}

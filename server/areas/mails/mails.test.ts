import { beforeEach, describe, expect, test } from 'vitest'
import { saveLanguage } from '#contract/sign-in/language.ts'
import { forgetPassword, changePassword } from '#contract/sign-in/password.ts'
import { sendFactorCode } from '#contract/sign-in/second-factor.ts'
import { login } from '#contract/sign-in/session.ts'
import { readMe } from '#contract/people/user.ts'
import { switchUser } from '#contract/sign-in/view-mode.ts'
import type { Language } from '#contract/core/language.ts'
import { createUser } from '#contract/companies/users.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import { testPassword, type TestUser } from '#server/test/factories.ts'
import { openWorld } from '#server/test/world.ts'

const clock = createStillClock(Date.UTC(2026, 10, 20, 12))
const { db, http, tree, mailbox } = await openWorld({ clock })
beforeEach(() => clock.advance(61 * 60_000))

const choose = (user: TestUser, language: Language) => {
  // The hour that has passed has expired earlier sessions' tokens.
  http.forget(user)
  return http.as(user).call(saveLanguage, { body: { language } })
}
const signIn = (user: TestUser, headers: Record<string, string> = {}) =>
  http.anonymous(user.host).call(login, { body: { username: user.email, password: testPassword }, headers })
/** The latest mail, with its subject and the language that its page declares. */
const newest = async () => {
  await runJobs(db, http.platform)
  const { subject, text, html } = mailbox.messages()[0]!
  return { subject, text, html, page: /<html lang="(\w+)" dir="(\w+)">/.exec(html)?.slice(1).join(' ') }
}
const mailOfReset = async (user: TestUser) => {
  await http.anonymous(user.host).call(forgetPassword, { body: { username: user.email } })
  return newest()
}

test('an email is in the recipient’s language, right to left in Arabic, with codes and links unchanged', async () => {
  const { owner } = tree.acme
  await choose(owner, 'ar')
  // A new device without a language requests it here.
  expect((await http.as(owner).call(readMe)).body.data.language).toBe('ar')
  const mail = await mailOfReset(owner)
  expect([mail.subject, mail.page]).toEqual(['عيّن كلمة مرور جديدة', 'ar rtl'])
  expect(mail.html).toContain('text-align:right')
  expect(mail.html).toMatch(/href="http:/)
  expect(mail.text).toMatch(/: http:/)
  expect(mail.text).toContain(owner.email)
  await choose(owner, 'en')
  const english = await mailOfReset(owner)
  expect([english.subject, english.page]).toEqual(['Set a new password', 'en ltr'])
})

test('without a chosen language, the browser language of the first sign-in is used and kept', async () => {
  const { owner } = tree.brightside
  expect((await mailOfReset(owner)).page).toBe('en ltr')
  await signIn(owner, { 'accept-language': 'ar-EG,ar;q=0.9,en;q=0.5' })
  expect((await mailOfReset(owner)).page).toBe('ar rtl')
  await signIn(owner, { 'accept-language': 'en' })
  expect(await newest()).toMatchObject({ subject: 'سجّل جهاز جديد الدخول إلى حسابك', page: 'ar rtl' })
})

describe('the following emails are sent in Arabic:', () => {
  test('codes', async () => {
    const { admin } = tree.acme
    await choose(admin, 'ar')
    await http.as(admin).call(sendFactorCode, { params: { userId: admin.id }, body: {} })
    const mail = await newest()
    expect([mail.subject, mail.page]).toEqual(['رمزك', 'ar rtl'])
    expect(mail.text).toMatch(/^\d{6}$/m)
  })

  test('notices', async () => {
    const { user } = tree.acme.clients[0]!
    await choose(user, 'ar')
    const body = { usrID: user.id, currpassword: testPassword, newpassword: 'a lamp beside the sea' }
    expect((await http.as(user).call(changePassword, { body })).status).toBe(200)
    expect(await newest()).toMatchObject({ subject: 'تم تغيير كلمة مرورك', page: 'ar rtl' })
  })

  test('view mode notices, to people who use Arabic', async () => {
    const { user } = tree.acme.clients[1]!
    await choose(user, 'ar')
    await http.as(tree.root.system).call(switchUser, { body: { userID: user.id, reason: 'سؤال عن فاتورة' } })
    const mail = await newest()
    expect([mail.subject, mail.page]).toEqual(['اطّلع الدعم على حسابك', 'ar rtl'])
    expect(mail.text).toContain('سؤال عن فاتورة')
  })

  test('invitations, in the inviter’s language while the invitee has none', async () => {
    const { owner } = tree.acme
    http.forget(owner)
    const body = {
      companyID: owner.companyId,
      userType: 'administrator',
      ClientFullName: 'Ada Lovelace',
      ClientEmail: 'ada@acme.test',
      ClientRole: 'F',
    }
    const { status } = await http.as(owner).call(createUser, { body, headers: { cookie: 'user-locale=ar' } })
    expect(status).toBe(200)
    const mail = await newest()
    expect(mail.subject).toMatch(/^دعاك .*للعمل لدى/)
    expect(mail.page).toBe('ar rtl')
    // The name is isolated from the sentence around it, which runs the other way.
    expect(mail.text).toContain('\u2068Ada Lovelace\u2069')
  })
})

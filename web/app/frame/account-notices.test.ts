import { expect, test } from 'vitest'
import { standingOf } from '#contract/access/guards/standing.test-support.ts'
import { noticesAt, noticeWords } from './account-notices.ts'

test('T030, T031, T032: the specification’s words, with the payment provider named neutrally (OQ-13)', () => {
  expect([
    noticeWords.connectAccount.text,
    noticeWords.continueConnecting.text,
    noticeWords.inVerification.text,
  ]).toEqual([
    'You need to connect your payment account prior to adding any clients.(go to system setting->general setting->connect your account)',
    'Please continue complete the form to connect your account with the payment provider before start to add client (go to system setting->general setting->connect your account)',
    'Your account is still being verified by the payment provider, please check your email or login to your payment account for additional steps required by the payment provider.',
  ])
})

test('T035, T036: the set-up notices to the letter', () => {
  expect([noticeWords.paymentSetup.text, noticeWords.completeProfile.text]).toEqual([
    'Complete your payment setup first to fully use the system. (Go to Profile -> Payment Setup)',
    'Please complete your profile to fully use the system. (Go to Profile)',
  ])
})

test('R108, R109: the set-up notices stand over no page where the set-up is done, are no alarm, and go when it is settled', () => {
  const unpaid = standingOf('client', { payments: { hasCard: false } })
  const unfinished = standingOf('agencyOwner', { profileComplete: false })
  expect([noticesAt(unpaid, '/local-url/dashboard'), noticesAt(unfinished, '/configuration/role-list')]).toEqual([
    ['paymentSetup'],
    ['completeProfile'],
  ])
  for (const path of ['/user/profile-setup', '/user/profile', '/user/card-setting'])
    expect([noticesAt(unpaid, path), noticesAt(unfinished, path)]).toEqual([[], []])
  expect(noticesAt(standingOf('agencyOwner'), '/configuration/role-list')).toEqual([])
  expect([noticeWords.paymentSetup.kind, noticeWords.connectAccount.kind]).toEqual(['warning', undefined])
})

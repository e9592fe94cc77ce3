import { expect, test } from 'vitest'
import { noticeWords } from './account-notices.ts'

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

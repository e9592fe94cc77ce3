import { expect, test } from 'vitest'
import { contextOf } from '#contract/guards/access-context.test-support.ts'
import { sections } from '../../areas/settings/sections.ts'
import { isSaidAt, noticeWords, paymentAccountLink } from './account-notices.ts'

test('T030, T031, T032: the notices use the specification’s words, with a neutral payment provider (OQ-13)', () => {
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

test('T035, T036: the setup notices match the specification verbatim', () => {
  expect([noticeWords.paymentSetup.text, noticeWords.completeProfile.text]).toEqual([
    'Complete your payment setup first to fully use the system. (Go to Profile -> Payment Setup)',
    'Please complete your profile to fully use the system. (Go to Profile)',
  ])
})

test('R108, R109: the setup notices are not on the setup pages, and are not alarming', () => {
  const client = contextOf('client')
  const saidAt = (path: string) =>
    (['paymentSetup', 'completeProfile'] as const).filter((one) => isSaidAt(client, path, one))
  expect(saidAt('/integrations')).toEqual(['paymentSetup', 'completeProfile'])
  expect(saidAt('/local-url/dashboard'), 'the leads menu').toEqual(['paymentSetup'])
  for (const path of ['/user/profile-setup', '/user/profile', '/user/card-setting']) expect(saidAt(path)).toEqual([])
  expect(isSaidAt(client, '/user/card-setting', 'paymentFailed')).toBe(true)
  expect([noticeWords.paymentSetup.kind, noticeWords.connectAccount.kind]).toEqual(['warning', undefined])
})

test('R107: sales staff are not told above the page of their payment account what it says itself', () => {
  const rep = contextOf('salesRep')
  for (const notice of ['salesConnect', 'salesContinue', 'inVerification'] as const) {
    expect(isSaidAt(rep, '/configuration/sales-connect-account', notice)).toBe(false)
    expect(isSaidAt(rep, '/user/profile', notice)).toBe(true)
  }
})

test('notices about the payment account link to its section, and not to a general page', () => {
  for (const notice of ['connectAccount', 'continueConnecting', 'inVerification'] as const)
    expect(noticeWords[notice].step).toMatchObject({
      to: '/configuration/general-setting',
      search: { section: 'payment-account' },
    })
  expect(sections.some(({ key }) => key === paymentAccountLink.search.section)).toBe(true)
})

test('every notice has a next step', () => {
  expect(Object.entries(noticeWords).filter(([, { step }]) => step === undefined)).toEqual([])
})

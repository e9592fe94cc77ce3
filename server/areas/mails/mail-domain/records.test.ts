import { expect, test } from 'vitest'
import { readDkim, readDmarc, readSpf, spfToAdd } from './records.ts'

test.each([
  [['v=spf1 include:_spf.google.com ~all'], 'ok'],
  [['other=1', 'V=SPF1 a:smtp.acme.com -ALL'], 'ok'],
  [['v=spf1 redirect=_spf.acme.com'], 'ok'],
  [[], 'missing'],
  [['v=spf10 -all', 'spf1 -all'], 'missing'],
  [['v=spf1 -all', 'v=spf1 ~all'], 'several'],
  [['v=spf1 +all'], 'open'],
  [['v=spf1 ?all'], 'open'],
  [['v=spf1 a'], 'open'],
])('the SPF of %j is %s', (texts, state) => {
  expect(readSpf(texts).state).toBe(state)
})

test.each([
  [['v=DKIM1; k=rsa; p=MIIB'], 'ok'],
  [['k=rsa;p=MI IB'], 'ok'],
  [['v=DKIM1; p='], 'differs'],
  [['v=DKIM1; p=MIIC'], 'differs'],
  [['v=DKIM1; p=MIIB', 'p=MIIC'], 'several'],
  [['v=spf1 -all'], 'missing'],
])('the DKIM of %j is %s', (texts, state) => {
  expect(readDkim(texts, 'MIIB').state).toBe(state)
})

test.each([
  [['v=DMARC1; p=none'], 'ok'],
  [['v=DMARC1; rua=mailto:a@acme.com; p = Reject'], 'ok'],
  [['v=DMARC1'], 'invalid'],
  [['v=DMARC1; p=maybe'], 'invalid'],
  [['v=DMARC1; p=none', 'v=DMARC1; p=reject'], 'several'],
  [['p=none'], 'missing'],
])('the DMARC of %j is %s', (texts, state) => {
  expect(readDmarc(texts).state).toBe(state)
})

test.each([
  ['smtp.acme.com', 'v=spf1 a:smtp.acme.com ~all'],
  ['smtp.gmail.com', 'v=spf1 include:_spf.google.com ~all'],
  ['notgmail.com', 'v=spf1 a:notgmail.com ~all'],
  ['email-smtp.eu-west-1.amazonaws.com', 'v=spf1 include:amazonses.com ~all'],
  ['203.0.113.7', 'v=spf1 ip4:203.0.113.7 ~all'],
])('the record for mail through %s is %s', (server, record) => {
  expect(spfToAdd(server)).toBe(record)
})

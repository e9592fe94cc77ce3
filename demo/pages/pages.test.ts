import { describe, expect, it } from 'vitest'
import { demoPixelKey, users } from '../world.ts'
import { campaigns } from '../world-campaigns.ts'
import { deskPage } from './desk-page.ts'
import { sitePage } from './site-page.ts'

const desk = deskPage({
  origin: (host) => `http://${host}:8080`,
  clockText: '2026-11-20 12:00',
  daysAhead: 0,
  history: null,
  samples: [{ name: 'Ann <b>', md5: 'a'.repeat(32), state: 'IL', optedOut: false }],
  received: [],
  receiverRunning: true,
  services: { SendGrid: 'a key' },
  held: [['SendGrid', 2]],
  mails: [],
})

const siteOf = (host: string, cameAs: string | null = null): string | null =>
  sitePage({
    host,
    path: '/',
    appOrigin: 'http://localhost:8080',
    deskOrigin: 'http://demo.localhost:8080',
    cameAs,
  })

describe('the desk', () => {
  it('lists every login, and a link to visit every site as a person', () => {
    for (const { email } of users) expect(desk).toContain(email)
    for (const { siteHost } of campaigns) expect(desk).toContain(`http://${siteHost}:8080/?hem=${'a'.repeat(32)}`)
  })

  it('escapes text', () => {
    expect(desk).not.toContain('Ann <b>')
  })
})

describe("a client's site", () => {
  it('contains the pixel of its campaign if the client has installed it', () => {
    for (const { siteHost, name, hasPixel } of campaigns)
      expect([siteHost, siteOf(siteHost)!.includes(`data-key="${demoPixelKey(name)}"`)]).toEqual([siteHost, hasPixel])
  })

  it('says who is visiting', () => {
    expect(siteOf('plumbright.localhost', 'Ingrid Fox')).toContain('You came as <strong>Ingrid Fox</strong>')
    expect(siteOf('plumbright.localhost')).not.toContain('You came as')
  })

  it('exists only for the demo’s clients', () => {
    expect(siteOf('elsewhere.localhost')).toBeNull()
  })
})

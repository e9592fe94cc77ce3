import { describe, expect, it } from 'vitest'
import { worlds, type World } from '../wide/world-size.ts'
import { demoPixelKey, users, wideUsers } from '../world.ts'
import { campaigns } from '../world-campaigns.ts'
import { deskPage } from './desk-page.ts'
import { sitePage } from './site-page.ts'

const deskOf = (world: World): string =>
  deskPage({
    world,
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

const desk = deskOf(worlds.small)

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

  it('folds what belongs to the further agencies of the wide world', () => {
    const wide = deskOf(worlds.wide)
    for (const { email } of wideUsers) expect(wide).toContain(`value="${email}"`)
    expect(wide.match(/<details /g)).toHaveLength(2 * 6)
    expect(desk).not.toContain('<details')
  })

  it('escapes text', () => {
    expect(desk).not.toContain('Ann <b>')
  })
})

describe("a client's site", () => {
  it('contains the pixel of its campaign if the client has installed it', () => {
    for (const { siteHost, name, hasPixel } of worlds.wide.campaigns)
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

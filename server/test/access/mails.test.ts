import { afterAll, describe, expect, test } from 'vitest'
import { createStillClock } from '#server/platform/clock.ts'
import { startNameServer } from '../name-server.ts'
import { runJobs } from '../run-jobs.ts'
import { openWorld } from '../world.ts'
import { arabic, readings } from '#i18n/arabic.ts'
import { foreign, nameRoot } from './canary.ts'
import { checkLetter, checkMail } from './mails/check-mail.ts'
import { sampleWriter } from '#server/areas/mails/samples/write-sample.ts'
import { mailSamples } from '#server/mail-samples.ts'
import { sourcesWith } from '#server/test/architecture/sources.ts'
import { mailKinds, readMailTitles, titlesIn } from './mails/kinds.ts'
import { openMailStage, operatorHost, type MailStage } from './mails/stage.ts'

// Every mail of the product, in an agency that registered itself: with a subdomain of its choice, and without.

const clock = createStillClock(Date.UTC(2026, 10, 20, 18))
const names = await startNameServer()
afterAll(() => names.close())
const world = await openWorld({ clock, env: { DNS_SERVER: names.address } })
await nameRoot(world.db, world.tree.root)
const more = { names, pass: (ms: number) => void clock.advance(ms) }
const stages = [
  await openMailStage(world, more, 'North Media', 'north'),
  // Of one that the program proposed, as for agencies from before it was asked for.
  await openMailStage(world, more, 'South Media'),
]
// The people of the second one read Arabic.
await world.db.adminPool.query(`update app_user set language = 'ar' where agency_id = $1`, [stages[1]!.path.agencyId])

const plain = (text: string): string => text.replaceAll(/[\u2066-\u2069]/g, '')
/** A title with anything in place of `{name}`. */
const patternOf = (title: string): RegExp =>
  new RegExp(`^${title.replaceAll(/[()]/g, '\\$&').replaceAll(/\{\w+\}/g, '.+')}$`)
/** The operator's own host, but not one below it. */
const operatorLink = new RegExp(`(?<![\\w.-])${operatorHost}(?![\\w-])`)

test('every file that writes mails is here, with all of its titles', () => {
  const table = Object.entries(mailKinds).map(([file, { titles }]) => [file, titles.toSorted()])
  expect(Object.fromEntries(table)).toEqual(
    Object.fromEntries([...readMailTitles()].map(([file, titles]) => [file, titles.toSorted()])),
  )
})

test('a title is read from wherever a mail takes it', () => {
  const text = `title: isOff ? say('A webhook is off') : say('A {name} fails'),\n testTitle: 'Test',\n title: say.wrong,\n
    const titleOf = (kind: string) => (kind === 'test' ? 'test' : 'lead')\n\n`
  expect(titlesIn(text)).toEqual(['A webhook is off', 'A {name} fails', 'Test', 'test', 'lead', 'wrong'])
})

/** The mails that one kind sends in a stage, newest last. */
async function mailsOf(stage: MailStage, file: string) {
  const before = world.mailbox.messages()[0]?.id ?? 0
  // Each kind finds the limits of an hour untouched, and signs in again.
  clock.advance(3_660_000)
  world.http.forget()
  await mailKinds[file]!.send(stage)
  await runJobs(world.db, world.http.platform)
  const ownNames = [stage.owner.host, ...stage.people()]
  return world.mailbox
    .messages()
    .filter(({ id, to }) => id > before && to.every((address) => ownNames.some((name) => address.includes(name))))
    .map((mail) => ({ ...mail, subject: plain(mail.subject) }))
    .toReversed()
}

const isToAgency = (stage: MailStage, to: readonly string[]): boolean => to.every((one) => one === stage.owner.email)

test.each(Object.keys(mailKinds))('%s sends each of its mails under one brand only', async (file) => {
  const { titles, from, toAgency = from } = mailKinds[file]!
  for (const stage of stages) {
    const mails = await mailsOf(stage, file)
    for (const title of titles) {
      const inArabic = { ...arabic, ...readings.mail }[title as keyof typeof arabic]
      const isTitle = ({ subject }: { subject: string }) =>
        patternOf(title).test(subject) || patternOf(inArabic).test(subject)
      expect([title, mails.some(isTitle)]).toEqual([title, true])
    }
    for (const mail of mails) {
      checkMail(mail)
      const isOperators = (isToAgency(stage, mail.to) ? toAgency : from) === 'operator'
      if (isOperators) expect([mail.subject, mail.to]).toEqual([mail.subject, [stage.owner.email]])
      else {
        const { subject, text, html, raw } = mail
        expect([subject, mail.from]).toEqual([subject, stage.sender])
        // Lines of the raw mail are cut in the middle of words.
        for (const part of [text, html, raw.replaceAll(/=\r?\n/g, '')]) {
          expect(part).not.toMatch(foreign)
          expect(part).not.toMatch(operatorLink)
        }
      }
    }
  }
})

test('every file that writes mails has samples, which the page of all mails shows', () => {
  const table = sourcesWith('.ts').find(({ path }) => path === 'server/mail-samples.ts')!.text
  expect([...readMailTitles().keys()].filter((file) => !table.includes(`'#${file}'`))).toEqual([])
})

describe.each(['en', 'ar'] as const)('in %s, the sample', (language) => {
  test.each(Object.keys(mailSamples))('%s has all parts of a mail, and leads to its own host only', async (name) => {
    const write = await sampleWriter(world.http.platform, stages[0]!.path, language)
    const letter = write(mailSamples[name]!)
    checkLetter({ ...letter, subject: plain(letter.subject) })
    const links = [...letter.html.matchAll(/href="([^"]+)"/g)].map(([, url]) => url!)
    const foreignLinks = links.filter((url) => !/^(mailto|tel):|^https?:\/\/(\w+\.)?example\.com\//.test(url))
    for (const url of foreignLinks) expect([name, new URL(url).hostname]).toEqual([name, stages[0]!.owner.host])
    if (language === 'ar') expect([name, /\p{Script=Arabic}/u.test(letter.subject)]).toEqual([name, true])
  })
})

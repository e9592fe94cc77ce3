import { afterAll, expect, test } from 'vitest'
import { createStillClock } from '#server/platform/clock.ts'
import { startNameServer } from '../name-server.ts'
import { runJobs } from '../run-jobs.ts'
import { openWorld } from '../world.ts'
import { foreign, nameRoot } from './canary.ts'
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
    for (const title of titles)
      expect(mails.map(({ subject }) => subject)).toContainEqual(expect.stringMatching(patternOf(title)))
    for (const mail of mails) {
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

import { execFile, execFileSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, expect } from 'vitest'
import { languages } from '#contract/core/language.ts'
import { readLetterhead } from '#server/areas/mails/layout/read-letterhead.ts'
import { sampleWriter } from '#server/areas/mails/samples/write-sample.ts'
import { mailSamples } from '#server/mail-samples.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { lettersOf, type MailMessage } from '#server/platform/mail.ts'
import { returnAddressOf } from '#server/areas/mails/bounces/return-address.ts'
import { takeBounce } from '#server/areas/mails/bounces/take-bounce.ts'
import { prove } from './proofs.ts'
import { openWorld } from './world.ts'

const run = promisify(execFile)
const hasTool = (name: string, ...args: string[]): boolean => {
  try {
    execFileSync(name, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
const day_ms = 86_400_000
const { http, tree } = await openWorld({
  clock: createStillClock(Date.now() - day_ms),
  env: { BOUNCE_ADDRESS: 'bounces@return.example' },
})
const owner = { rootId: tree.root.id, agencyId: tree.acme.id }

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mail-acceptance-'))
  await chmod(folder, 0o755)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

interface Letter {
  name: string
  message: MailMessage
}

/** Every mail in both languages, as an agency sends it. */
async function lettersOfAll(): Promise<Letter[]> {
  const letters: Letter[] = []
  for (const language of languages) {
    const write = await sampleWriter(http.platform, owner, language)
    for (const [name, sample] of Object.entries(mailSamples)) {
      const mail = write(sample)
      const message = { ...mail, ...(await readLetterhead(http.platform, owner, mail)), id: `${language}.${name}` }
      letters.push({ name: `${name} (${language})`, message: { ...message, to: ['dana.reed@example.com'] } })
    }
  }
  return letters
}

/** As a line between the mails of a file has it: Mon Nov 30 10:00:00 2026. */
const mboxTime = (at: Date): string =>
  at.toUTCString().replace(/^(\w+), (\d+) (\w+) (\d+) (\S+) GMT$/, '$1 $3 $2 $5 $4')

/** The mail as a file of mails has it: taken from this program by its mail server, which hands it to the reader's. */
async function mboxOf({ message }: Letter): Promise<string> {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  const raw = ((await transport.sendMail(lettersOf(message))).message as Buffer).toString('utf8')
  const now = new Date()
  return `From sender@example.net ${mboxTime(now)}
Received: from mail.example.net (mail.example.net [8.8.4.4]) by mx.example.com with ESMTPS id 4Cx1; ${now.toUTCString()}
Received: from [127.0.0.1] (localhost [127.0.0.1]) by mail.example.net with ESMTPSA id 4Cx0; ${now.toUTCString()}
${raw.replaceAll(/^From /gm, '>From ')}

`
}

const maxScore = 1

prove(
  'SpamAssassin, by its own rules, finds next to nothing in any mail',
  async ({ skip }) => {
    if (!hasTool('spamassassin', '--version')) skip('SpamAssassin is not installed: apt-get install spamassassin')
    const letters = await lettersOfAll()
    const file = join(folder, 'mails.mbox')
    await writeFile(file, (await Promise.all(letters.map(mboxOf))).join(''))
    // Without the network and without what an earlier run learned: the same answer on every machine.
    const args = ['--local', '--nocreate-prefs', '--cf', 'use_bayes 0', '--cf', 'use_auto_whitelist 0', '--mbox', file]
    const env = { ...process.env, HOME: folder }
    const { stdout } = await run('spamassassin', args, { maxBuffer: 64 * 1024 * 1024, env })
    // It does not keep their order.
    const mails = stdout.split(/^From sender@/m).slice(1)
    expect(mails).toHaveLength(letters.length)
    const scores = mails.map((mail) => ({
      name: /^Message-ID: <([\w.-]+)@/im.exec(mail)?.[1],
      score: Number(/^X-Spam-Status: \w+, score=(-?[\d.]+)/m.exec(mail)?.[1]),
      rules: /^X-Spam-Status:[^]*?tests=([^]*?)\s+(?:autolearn|version)=/m.exec(mail)?.[1]?.split(/[,\s]+/),
    }))
    expect(scores.filter(({ score }) => !(score < maxScore))).toEqual([])
  },
  600_000,
)

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((ready) => void server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  await new Promise((closed) => void server.close(closed))
  return port
}

/** What a Postfix differs in: lines of its settings, and services. */
interface Differences {
  main?: Readonly<Record<string, string>>
  services?: string
}

/** A Postfix of its own that takes mail strictly and throws it away. Returns its port and what stops it. */
async function startPostfix({ main: moreSettings, services: moreServices = '' }: Differences = {}): Promise<{
  port: number
  stop: () => void
}> {
  const port = await freePort()
  const place = (name: string): string => join(folder, 'postfix', name)
  await rm(place(''), { recursive: true, force: true })
  for (const name of ['', 'queue', 'data']) await mkdir(place(name), { recursive: true })
  await run('chown', ['postfix', place('data')])
  const main = {
    queue_directory: place('queue'),
    data_directory: place('data'),
    compatibility_level: '3.6',
    myhostname: 'mx.example.test',
    mydestination: '',
    inet_interfaces: '127.0.0.1',
    inet_protocols: 'ipv4',
    mynetworks: '127.0.0.0/8',
    default_transport: 'discard:',
    maillog_file: place('log'),
    maillog_file_prefixes: folder,
    strict_rfc821_envelopes: 'yes',
    strict_7bit_headers: 'yes',
    strict_8bitmime: 'yes',
    strict_mime_encoding_domain: 'yes',
    smtpd_reject_unlisted_recipient: 'no',
    ...moreSettings,
  }
  await writeFile(
    place('main.cf'),
    Object.entries(main)
      .map(([key, value]) => `${key} = ${value}\n`)
      .join(''),
  )
  const shippedServices = await readFile('/usr/share/postfix/master.cf.dist', 'utf8')
  const services = shippedServices.replace(/^smtp {6}inet .*$/m, `127.0.0.1:${port} inet n - n - - smtpd`)
  const unboundServices = services.replaceAll(/^(\S+ +\S+ +\S+ +\S+ +)y( )/gm, '$1n$2')
  await writeFile(place('master.cf'), `${unboundServices}\n${moreServices}`)
  // What it starts would hold a pipe open.
  const program = 'postfix'
  const postfix = (command: string): void => void execFileSync(program, ['-c', place(''), command], { stdio: 'ignore' })
  postfix('start')
  return { port, stop: () => postfix('stop') }
}

prove(
  'Postfix at its strictest takes every mail',
  async ({ skip }) => {
    if (process.getuid?.() !== 0 || !hasTool('postconf', '-d', 'mail_version'))
      skip('Postfix is not installed, or this is not root: apt-get install postfix')
    const { port, stop } = await startPostfix()
    try {
      const transport = createTransport({ host: '127.0.0.1', port, pool: true, ignoreTLS: true })
      for (const { name, message } of await lettersOfAll()) {
        const answer = await transport.sendMail(lettersOf(message))
        expect(answer.response, name).toMatch(/^250 2\.0\.0 Ok: queued/)
      }
      transport.close()
    } finally {
      stop()
    }
  },
  120_000,
)

prove(
  'what a real Postfix reports of a mailbox that does not exist stops its address',
  async ({ skip }) => {
    if (process.getuid?.() !== 0 || !hasTool('postconf', '-d', 'mail_version'))
      skip('Postfix is not installed, or this is not root: apt-get install postfix')
    const returnFolder = join(folder, 'returned')
    await mkdir(returnFolder)
    await chmod(returnFolder, 0o777)
    const { port, stop } = await startPostfix({
      main: {
        recipient_delimiter: '+',
        transport_maps: 'inline:{ { gone.example = error:5.1.1 no such mailbox }, { return.example = keep: } }',
      },
      // The command is started as `npm run bounce` is: by the address, with the mail as its input.
      services: `keep unix - n n - - pipe flags=R user=nobody argv=/usr/bin/tee ${returnFolder}/\${recipient}\n`,
    })
    try {
      const [letter] = await lettersOfAll()
      const returnTo = returnAddressOf(http.platform, owner, 'dana@gone.example')!
      const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true })
      await transport.sendMail(lettersOf({ ...letter!.message, to: ['dana@gone.example'], returnTo }))
      const take = async () => takeBounce(http.platform, returnTo, await readFile(join(returnFolder, returnTo)))
      await expect.poll(() => take().catch(() => 'not yet'), { timeout: 60_000 }).toBe('stopped')
    } finally {
      stop()
    }
  },
  120_000,
)

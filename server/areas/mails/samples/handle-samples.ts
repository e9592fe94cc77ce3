import type { listMailSamples, sendMailSample, showMailSample } from '#contract/mails/mail-samples.ts'
import { findHost } from '#server/areas/branding/find-host.ts'
import { readOwnAddress } from '#server/areas/tenants/read-addresses.ts'
import { settingsTarget } from '#server/areas/tenants/setting.ts'
import { machineTime } from '#server/platform/clock.ts'
import { Failure, invalid, notFound } from '#server/platform/failure.ts'
import type { Handler, OpenHandler } from '#server/platform/http/route.ts'
import { newId } from '#server/platform/ids.ts'
import { logoUrl } from '../layout/logo-url.ts'
import { readLetterhead } from '../layout/read-letterhead.ts'
import type { MailSamples } from '../mail-sample.ts'
import { sendAs } from '../send-as.ts'
import { findSample, isSentBy } from './find-sample.ts'
import { sampleWriter } from './write-sample.ts'

export const handleListSamples =
  (samples: MailSamples): Handler<typeof listMailSamples> =>
  async ({ params, query }, call) => {
    const owner = settingsTarget(call, params.companyId)
    const write = await sampleWriter(call.platform, owner, query.lang)
    const ownSamples = Object.entries(samples).filter(([, sample]) => isSentBy(sample, owner))
    return {
      data: ownSamples.map(([name, sample]) => {
        const { subject, text } = write(sample)
        return { name, kind: sample.kind, subject, text }
      }),
    }
  }

/** To the caller's own address, never to one from the request, under the brand and through the server of the company. */
export const handleSendSample =
  (samples: MailSamples): Handler<typeof sendMailSample> =>
  async ({ body }, call) => {
    const { platform, caller } = call
    const owner = settingsTarget(call, body.companyId)
    const sample = findSample(samples, body.name, owner)
    if (!sample) throw invalid('name', 'No email has this name.')
    const user = await call.inScope((tx) => readOwnAddress(tx, caller.userId))
    if (!user) throw notFound()
    const letter = (await sampleWriter(platform, owner, body.lang))(sample)
    const id = newId(machineTime(platform.clock))
    const outcome = await sendAs(platform, owner, { ...letter, to: [user.email], id })
    if (!outcome.sent) throw new Failure('conflict', { message: 'The mail server did not take the email.' })
    return { result: 'success', message: 'The email was sent. Check your inbox.' }
  }

/** A mail asks for the reader's theme itself; here the viewer chooses. */
const darkQuery = '@media (prefers-color-scheme:dark)'

/** It runs nothing and loads nothing, and only pages of its own host show it. */
const frameHeaders = {
  'content-security-policy':
    "sandbox allow-popups; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
} as const

export const handleShowSample =
  (samples: MailSamples): OpenHandler<typeof showMailSample> =>
  async ({ params, query }, { platform, host }) => {
    const owner = await findHost(platform, host)
    const sample = owner && findSample(samples, params.name, owner)
    if (!owner || !sample) throw notFound()
    const letter = (await sampleWriter(platform, owner, query.lang))(sample)
    const { pictures = [] } = await readLetterhead(platform, owner, letter)
    const logo = pictures[0]?.content.toString('base64') ?? ''
    const html = letter.html
      .replace(darkQuery, query.theme === 'dark' ? '@media all' : '@media not all')
      .replaceAll(logoUrl, `data:image/png;base64,${logo}`)
    return { html, headers: frameHeaders }
  }

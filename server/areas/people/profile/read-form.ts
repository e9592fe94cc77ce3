import type { Readable } from 'node:stream'
import type { z } from 'zod'
import { companyStep, largestPicture_bytes, personStep, picturePart } from '#contract/people/profile.ts'
import { spellingOf, toPlain } from '#contract/core/plain.ts'
import type { Plain } from '#contract/core/wire-names.ts'
import { sentences } from '#contract/core/sentences.ts'
import { usStates, usZip } from '#contract/people/us-states.ts'
import { Failure, invalid } from '#server/platform/failure.ts'
import type { SignedInHttpCall } from '#server/platform/http/route.ts'
import { parseInput, rejectDangerousInput } from '#server/platform/http/parse-input.ts'

/** A submitted step of the profile, checked by its schema. */
export interface ProfileForm {
  step: Plain<z.output<typeof personStep> | z.output<typeof companyStep>>
  picture: Buffer | null
}

/** Reads the multipart body of C020: fields and, with step 1, one file. */
export async function readForm(call: SignedInHttpCall): Promise<ProfileForm> {
  const fields: Record<string, string> = {}
  let picture: Buffer | null = null
  for await (const part of call.parts!()) {
    if ('stream' in part) {
      if (part.field !== picturePart) {
        part.stream.resume()
        throw invalid(part.field, sentences.unknownField)
      }
      picture = await readWhole(part.stream)
    } else {
      if (Object.hasOwn(fields, part.field)) throw invalid(part.field, sentences.twice)
      Object.defineProperty(fields, part.field, { value: part.value, enumerable: true })
    }
  }
  rejectDangerousInput(fields)
  if (fields['step'] !== '1' && fields['step'] !== '2') throw invalid('step', sentences.oneOrTwo)
  if (picture && fields['step'] === '2') throw invalid('picture', sentences.firstStepOnly)
  const schema = fields['step'] === '1' ? personStep : companyStep
  const step = toPlain(parseInput(schema, fields), spellingOf(schema)) as ProfileForm['step']
  return { step, picture: picture?.length ? picture : null }
}

/** Reads a file into memory up to the largest allowed size, and drains the rest of a longer one. */
async function readWhole(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length <= largestPicture_bytes) chunks.push(chunk)
  }
  if (length > largestPicture_bytes) throw invalid('picture', 'The image can be at most 5 MB.')
  return Buffer.concat(chunks)
}

export type Problems = { field: string; message: string }[]

/** Problems of an address in its country, by the fields' prefix. */
export function addressProblems(
  prefix: '' | 'company_',
  { country, state, zip }: { country: string; state: string; zip: string },
): Problems {
  if (country !== 'US') return []
  return [
    ...(zip === '' || usZip.test(zip) ? [] : [{ field: `${prefix}zip`, message: 'Enter a valid ZIP code.' }]),
    ...(state === '' || usStates.includes(state) ? [] : [{ field: `${prefix}state_code`, message: 'Choose a state.' }]),
  ]
}

export function refuse(problems: Problems): void {
  if (problems[0]) throw new Failure('invalid', { ...problems[0], problems })
}

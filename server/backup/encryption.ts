import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { Decrypter, Encrypter, identityToRecipient } from 'age-encryption'
import { StartProblem } from '#server/platform/start-problem.ts'

const isRecipient = (key: string): boolean => key.startsWith('age1')
const isIdentity = (key: string): boolean => key.startsWith('AGE-SECRET-KEY-1')

/** Whether backups of this key can be opened with it. */
export const opensBackups = (key: string): boolean => !isRecipient(key)

type Bytes = globalThis.ReadableStream<Uint8Array>

const toWeb = (stream: Readable): Bytes => Readable.toWeb(stream) as Bytes
const fromWeb = (stream: Bytes): Readable => Readable.fromWeb(stream as ReadableStream)

/** Encrypts in the format of age, so that its own command also opens a backup. */
export async function encryptStream(key: string, plain: Readable): Promise<Readable> {
  const encrypter = new Encrypter()
  if (isRecipient(key)) encrypter.addRecipient(key)
  else if (isIdentity(key)) encrypter.addRecipient(await identityToRecipient(key))
  else encrypter.setPassphrase(key)
  return fromWeb(await encrypter.encrypt(toWeb(plain)))
}

/** Throws `StartProblem` if the key is not the backup's; the stream fails where the file was changed. */
export async function decryptStream(key: string, sealed: Readable): Promise<Readable> {
  if (isRecipient(key))
    throw new StartProblem('BACKUP_KEY is the public key, which only writes backups: set the secret key to open them.')
  const decrypter = new Decrypter()
  if (isIdentity(key)) decrypter.addIdentity(key)
  else decrypter.addPassphrase(key)
  try {
    return fromWeb(await decrypter.decrypt(toWeb(sealed)))
  } catch (cause) {
    throw new StartProblem('The backup cannot be opened: BACKUP_KEY is another key, or the file is damaged.', { cause })
  }
}

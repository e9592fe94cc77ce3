import { spawn } from 'node:child_process'
import { createHash, type Hash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { findBackup, type BackupPlace, type BackupPlaceSettings } from '#server/platform/backup-place.ts'
import { createSecrets } from '#server/platform/crypto/secrets.ts'
import { asAccount, chooseAccount, type Account } from '#server/platform/database/embedded/account.ts'
import { majorVersion } from '#server/platform/database/embedded/cluster.ts'
import { chooseDataFolder, makePrivateFolder } from '#server/platform/database/embedded/data-folder.ts'
import { filesFolderOf } from '#server/platform/files-folder.ts'
import { readMasterKeys } from '#server/platform/master-key.ts'
import { StartProblem } from '#server/platform/start-problem.ts'
import { suppressionsFileOf, suppressionsName } from '#server/platform/suppressions-file.ts'
import {
  headerSchema,
  manifestSchema,
  parts,
  readArchive,
  type Entry,
  type Header,
  type Manifest,
  type Part,
} from './archive.ts'
import { decryptStream } from './encryption.ts'
import { machineKind, type BackupConfig } from './take-backup.ts'

type RestoreConfig = Pick<BackupConfig, 'DATA_DIR' | 'MASTER_KEY' | 'BACKUP_KEY'> & BackupPlaceSettings

/** The key has to be there before the data, so it is no sign of an installation. */
const mayExist = new Set(['master-key'])

/** Where the folder of an operator's own server is put, for a server of the same version to start from. */
export const ownServerFolder = ({ DATA_DIR }: Pick<RestoreConfig, 'DATA_DIR'>): string => resolve(DATA_DIR, 'server')

/**
 * Restores a backup into an empty data folder: an operator's own server into a folder `server` in it, or on trial
 * (`startsHere`) as the embedded one. Throws `StartProblem` and leaves the folder as it was if the folder is
 * in use, the key is not the one of the backup, or the file is not whole.
 */
export async function restoreBackup(
  config: RestoreConfig,
  file: string,
  { startsHere = false }: { startsHere?: boolean } = {},
): Promise<Header> {
  if (!config.BACKUP_KEY) throw new StartProblem('Set BACKUP_KEY to the key that opens the backup.')
  const { place, key } = findBackup(config, file)
  if ((await sizeIn(place, key)) === null) throw new StartProblem(`There is no backup ${place.pathOf(key)}.`)
  const folder = resolve(config.DATA_DIR)
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => !mayExist.has(name)) : []
  if (names.length > 0)
    throw new StartProblem(
      `The data folder ${folder} is not empty (${names.slice(0, 3).join(', ')}): stop the program, and move its contents away or set DATA_DIR to a new folder.`,
    )
  const plain = await decryptStream(config.BACKUP_KEY, place.open(key))
  const restoring = new Restoring(config, startsHere, place)
  try {
    for await (const entry of readArchive(plain)) await restoring.take(entry)
    return await restoring.finish()
  } catch (cause) {
    await restoring.undo()
    if (cause instanceof StartProblem) throw cause
    throw new StartProblem(`The backup is damaged: ${(cause as Error).message}. Nothing was restored.`, { cause })
  }
}

/** A store that does not answer is no backup that is missing. */
const sizeIn = (place: BackupPlace, key: string): Promise<number | null> =>
  place.sizeOf(key).catch((cause: unknown) => {
    throw new StartProblem(`${place.name} does not answer as a store of backups (${(cause as Error).message}).`, {
      cause,
    })
  })

interface Unpacking {
  input: PassThrough
  done: Promise<void>
  hash: Hash
  bytes: number
}

/** One restore, whose folders get their names only when everything was found whole. */
class Restoring {
  readonly #config: RestoreConfig
  readonly #startsHere: boolean
  readonly #postgres: string
  /** Where the backup is, and the list of opt-outs beside it. */
  readonly #from: BackupPlace
  readonly #hadFolder: boolean
  readonly #unpackings = new Map<Part, Unpacking>()
  #header: Header | null = null
  #manifest: Manifest | null = null
  /** The cluster's folder and what else goes with it if nothing is restored. */
  #place: { cluster: string; all: string } | null = null

  constructor(config: RestoreConfig, startsHere: boolean, from: BackupPlace) {
    this.#from = from
    this.#config = config
    this.#startsHere = startsHere
    this.#postgres = join(config.DATA_DIR, 'postgres')
    this.#hadFolder = existsSync(config.DATA_DIR)
  }

  async take({ name, body }: Entry): Promise<void> {
    if (name === 'header.json') {
      this.#header = headerSchema.parse(JSON.parse(body.toString('utf8')))
      return assertFits(this.#header, this.#config, this.#startsHere)
    }
    if (!this.#header || this.#manifest) throw new Error(`${name} is out of order`)
    if (name === 'manifest.json') {
      this.#manifest = manifestSchema.parse(JSON.parse(body.toString('utf8')))
      return this.#compare(this.#manifest)
    }
    const part = parts.find((one) => name.startsWith(`${one}.tar.gz.`))
    if (!part) throw new Error(`${name} is unknown`)
    const unpacking = this.#unpackings.get(part) ?? this.#open(part)
    unpacking.hash.update(body)
    unpacking.bytes += body.length
    if (!unpacking.input.write(body)) await Promise.race([once(unpacking.input, 'drain'), unpacking.done])
  }

  #open(part: Part): Unpacking {
    const target = part === 'database' ? this.#clusterTarget() : this.#filesTarget()
    const input = new PassThrough()
    const unpacking = { input, done: untar(input, target), hash: createHash('sha256'), bytes: 0 }
    // Awaited at the end; a failure until then is not unhandled.
    unpacking.done.catch(() => {})
    this.#unpackings.set(part, unpacking)
    return unpacking
  }

  #clusterTarget(): { folder: string; account?: Account } {
    if (this.#header!.server === 'own' && !this.#startsHere) {
      const cluster = ownServerFolder(this.#config)
      this.#place = { cluster, all: `${cluster}.restoring` }
      mkdirSync(this.#place.all, { recursive: true, mode: 0o700 })
      return { folder: this.#place.all }
    }
    const account = chooseAccount(join(this.#postgres, 'cluster'))
    const all = chooseDataFolder(this.#postgres, account, () => {})
    this.#place = { cluster: join(all, 'cluster'), all }
    const folder = `${this.#place.cluster}.restoring`
    makePrivateFolder(folder, account)
    return { folder, account }
  }

  #filesTarget(): { folder: string } {
    const folder = `${filesFolderOf(this.#config)}.restoring`
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    return { folder }
  }

  async #compare(manifest: Manifest): Promise<void> {
    for (const { input } of this.#unpackings.values()) input.end()
    for (const [part, { done, hash, bytes }] of this.#unpackings) {
      await done
      const expectation = manifest.parts[part]
      if (expectation?.bytes !== bytes || expectation.sha256 !== hash.digest('hex'))
        throw new Error(`its part ${part} is not what its manifest says`)
    }
    const missing = Object.keys(manifest.parts).filter((part) => !this.#unpackings.has(part as Part))
    if (missing.length > 0 || !this.#place) throw new Error('it lacks the database or files')
  }

  async finish(): Promise<Header> {
    if (!this.#manifest || !this.#header || !this.#place) throw new Error('its end is missing')
    if (this.#unpackings.has('files'))
      renameSync(`${filesFolderOf(this.#config)}.restoring`, filesFolderOf(this.#config))
    // The next start applies what happened after the backup, before it serves.
    if ((await this.#from.sizeOf(suppressionsName)) !== null)
      await pipeline(this.#from.open(suppressionsName), createWriteStream(suppressionsFileOf(this.#config.DATA_DIR)))
    renameSync(`${this.#place.cluster}.restoring`, this.#place.cluster)
    return this.#header
  }

  async undo(): Promise<void> {
    for (const { input, done } of this.#unpackings.values()) {
      input.destroy()
      await done.catch(() => {})
    }
    if (this.#place) rmSync(this.#place.all, { recursive: true, force: true })
    rmSync(this.#postgres, { recursive: true, force: true })
    rmSync(`${filesFolderOf(this.#config)}.restoring`, { recursive: true, force: true })
    if (!this.#hadFolder) rmSync(this.#config.DATA_DIR, { recursive: true, force: true })
  }
}

function assertFits(header: Header, config: RestoreConfig, startsHere: boolean): void {
  const ring = readMasterKeys(config)
  const keyIds = ring === null ? [] : createSecrets(...ring).keyIds
  if (header.key_id !== null && !keyIds.includes(header.key_id))
    throw new StartProblem(
      `The backup’s secrets were encrypted with the master key ${header.key_id}, and this is ${keyIds.join(', ') || 'none'}: set MASTER_KEY, or put the file master-key into the data folder.`,
    )
  if (header.server === 'own' && !startsHere) return
  if (header.postgres.split('.')[0] !== majorVersion || header.machine !== machineKind)
    throw new StartProblem(
      `The backup is of PostgreSQL ${header.postgres} on ${header.machine}; this is PostgreSQL ${majorVersion} on ${machineKind}: restore it with a program of that kind.`,
    )
}

const closedEarly = new Set(['EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'])

async function untar(input: PassThrough, { folder, account }: { folder: string; account?: Account }): Promise<void> {
  const child = spawn('tar', ['-x', '-f', '-', '-C', resolve(folder)], {
    // The account may not be able to enter the program's own folder.
    cwd: '/',
    stdio: ['pipe', 'ignore', 'pipe'],
    ...(account && asAccount(account)),
  })
  let errorText = ''
  child.stderr.on('data', (part) => (errorText = (errorText + String(part)).slice(-2_000)))
  const exit = once(child, 'close') as Promise<[number | null]>
  const feeding = pipeline(input, createGunzip(), child.stdin).catch((error: unknown) => {
    // A tar that has seen its end no longer reads the zeros after it: its exit code says whether it was whole.
    if (closedEarly.has((error as NodeJS.ErrnoException).code ?? '')) return null
    child.kill()
    return error as Error
  })
  const [code] = await exit
  const fault = await feeding
  // A tar that gave up says more than the broken pipe to it.
  if (errorText !== '' && code !== 0) throw new Error(`tar cannot unpack it: ${errorText}`)
  if (fault) throw fault
  if (code !== 0) throw new Error(`tar cannot unpack it (${code})`)
}

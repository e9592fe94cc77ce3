// node scripts/common-passwords.mjs LIST: builds server/areas/sign-in/password/common-passwords.bin from a list of
// leaked passwords, one per line, most frequent first. It keeps all that meet our minimum length, and the first 100,000
// of any length, since people append a year to those. Stores the first five bytes of each SHA-256, sorted.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { at } from './lib.mjs'

const shortest = 12
const mostFrequent = 100_000
const [list] = process.argv.slice(2)
const lines = readFileSync(list, 'utf8')
  .split('\n')
  .map((line) => line.toLowerCase())
const passwords = lines.filter((line, place) => line.length >= shortest || (place < mostFrequent && line.length >= 4))
const prints = [...new Set(passwords)].map((line) => createHash('sha256').update(line).digest().subarray(0, 5))
prints.sort(Buffer.compare)
writeFileSync(at('server/areas/sign-in/password/common-passwords.bin'), Buffer.concat(prints))
console.log(`${prints.length} passwords`)

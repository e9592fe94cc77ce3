import type { IncomingHttpHeaders } from 'node:http'
import { isLanguage, languageKey, type Language } from '#contract/core/language.ts'
import { readCookies } from './cookies.ts'

/** The caller's language: chosen on the screen, else the first of their browser's languages that we support. */
export function languageOf(headers: IncomingHttpHeaders): Language {
  const choice = readCookies(headers.cookie)[languageKey]
  if (isLanguage(choice)) return choice
  return languagesIn(headers['accept-language'] ?? '').find(isLanguage) ?? 'en'
}

/** Parses `ar-EG,ar;q=0.9,en;q=0.8` to [ar, ar, en], in order of preference; unwanted languages (q=0) are left out. */
const languagesIn = (header: string): string[] =>
  header
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', weight] = part.split(';')
      const share = weight === undefined ? 1 : Number(/^\s*q=([01](?:\.\d+)?)\s*$/.exec(weight)?.[1] ?? 0)
      return { language: tag.trim().split('-')[0]!.toLowerCase(), share }
    })
    .filter(({ share }) => share > 0)
    .toSorted((a, b) => b.share - a.share)
    .map(({ language }) => language)

import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { asFailure, type CallFailure } from '../../api/failure.ts'
import { useLanguage } from '../../i18n/texts.tsx'
import { brand } from '../../session/boot.ts'
import { useMe } from '../../session/me.ts'
import { loadCode } from '../../start/load-code.ts'
import type { Chapter } from './chapter.ts'
import { fillWords } from './fill-words.ts'
import { chaptersFor } from './handbook.ts'

export type Guide = ReadonlyMap<string, Chapter>

const nameOf = (file: string): string => /([^/.]+)(?:\.ar)?\.md$/.exec(file)![1]!

/** The handbook in the page's language with this brand's words: the chapters for the signed-in user, in order. */
export function useGuide(): UseQueryResult<Guide, CallFailure> {
  const me = useMe()
  const language = useLanguage()
  return useQuery<Guide, CallFailure>({
    queryKey: ['help', language, brand().company_id, me.id],
    queryFn: async () => {
      const { chapters } = await loadCode(() =>
        language === 'ar' ? import('./guide-ar.ts') : import('./guide-en.ts'),
      ).catch((error: unknown) => {
        throw asFailure(error)
      })
      const byName = new Map(Object.entries(chapters).map(([file, chapter]) => [nameOf(file), chapter]))
      return new Map(
        chaptersFor(me).flatMap((name) => {
          const chapter = byName.get(name)
          return chapter ? [[name, fillWords(chapter, brand())] as const] : []
        }),
      )
    },
    staleTime: Infinity,
  })
}

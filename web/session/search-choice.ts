import { useNavigate } from '@tanstack/react-router'
import { useSearchText } from './address.ts'
import { searchOf } from './search.ts'

/**
 * One of several ways to show the same page, stored in the URL, so that a reload keeps it and a link opens it. The usual
 * one is left out. Forms stay as they are, so unsaved input is not asked about.
 * @param usual The first choice, unless another is named.
 */
export function useSearchChoice<Key extends string>(
  name: string,
  choices: readonly Key[],
  usual: Key = choices[0]!,
): [Key, (next: string | null) => void] {
  const text = useSearchText(name)
  const navigate = useNavigate()
  const choice = choices.find((one) => one === text) ?? usual
  const choose = (next: string | null): void =>
    void navigate({
      to: '.',
      search: searchOf((before) => ({ ...before, [name]: next === null || next === usual ? undefined : next })),
      state: true,
      replace: true,
      resetScroll: false,
      ignoreBlocker: true,
    })
  return [choice, choose]
}

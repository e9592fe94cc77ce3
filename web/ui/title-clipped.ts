/** The innermost element around one whose text is cut short with an ellipsis, and which says it nowhere else. */
function clippedAround(from: Element): HTMLElement | null {
  for (let one: Element | null = from; one && one !== document.body; one = one.parentElement) {
    if (!(one instanceof HTMLElement)) continue
    if (one.title !== '' && one.dataset['clipped'] === undefined) return null
    if (one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).textOverflow === 'ellipsis') return one
  }
  return null
}

const textOf = (element: HTMLElement): string =>
  (element instanceof HTMLInputElement ? element.value : element.innerText).replaceAll(/\s+/g, ' ').trim()

/** What was clipped when it was pointed at may fit by now, or say something else. */
function title({ target }: Event): void {
  if (!(target instanceof Element)) return
  const element = clippedAround(target)
  if (element) {
    element.title = textOf(element)
    element.dataset['clipped'] = ''
    return
  }
  const before = target.closest<HTMLElement>('[data-clipped]')
  before?.removeAttribute('title')
  before?.removeAttribute('data-clipped')
}

/** Text that is cut off anywhere is shown in full on hover or focus. */
export function titleClippedTexts(): () => void {
  document.addEventListener('pointerover', title)
  document.addEventListener('focusin', title)
  return () => {
    document.removeEventListener('pointerover', title)
    document.removeEventListener('focusin', title)
  }
}

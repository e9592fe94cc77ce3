import type { FileChooser, Locator, Page } from 'playwright-core'

/** Picks a file in a button's file chooser. Awaits both at once, so that a failed click leaves no pending promise. */
export async function chooseFile(
  page: Page,
  button: Locator,
  file: Parameters<FileChooser['setFiles']>[0],
): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button.click()])
  await chooser.setFiles(file)
}

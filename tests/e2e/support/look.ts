import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { Page } from 'playwright-core'
import { MESSAGE_FILES } from './words.ts'

/** Half of what `axe.source` is, because every page has to read it. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice']
const COLOURS = ['color-contrast', 'link-in-text-block']

/**
 * The findings of axe-core on the page at rest (loading content is pale for a moment): the rule, and the
 * elements that break it. In the dark theme it checks colours alone: everything else is as in the light
 * theme, which is checked too.
 */
export async function findBarriers(page: Page): Promise<string[]> {
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]:not(button)') === null)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  const { violations } = await page.evaluate(
    ([tags, colours]) => {
      const found = window as unknown as { axe: typeof axe }
      const isDark = document.documentElement.dataset['theme'] === 'dark'
      const runOnly = isDark
        ? { type: 'rule' as const, values: colours }
        : { type: 'tag' as const, values: tags }
      return found.axe.run(document, { runOnly, resultTypes: ['violations'] })
    },
    [RULES, COLOURS] as const,
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, html }) => `${id}: ${target.join(' ')} ${html}`),
  )
}

/** Controls outside of the window that no scrolling reaches, pages wider than their window, and a console that is higher. */
export function findOverflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    const found = scrollWidth > clientWidth ? [`page: ${scrollWidth} px in ${clientWidth}`] : []
    // The console's own parts scroll. A document that scrolls would take them off the screen.
    const { scrollHeight, clientHeight } = document.documentElement
    if (document.querySelector('#page') !== null && scrollHeight > clientHeight)
      found.push(`page: ${scrollHeight} px high in ${clientHeight}`)
    const scrolls = (element: Element) => /auto|scroll/.test(getComputedStyle(element).overflowX)
    for (const control of document.querySelectorAll(
      'button, a, input, textarea, [role="combobox"], [role="switch"]',
    )) {
      const { left, right, width } = control.getBoundingClientRect()
      if (!control.checkVisibility() || width <= 1 || (left >= -1 && right <= innerWidth + 1)) continue
      let around = control.parentElement
      while (around !== null && !scrolls(around)) around = around.parentElement
      if (around === null)
        found.push(`${Math.round(left)} to ${Math.round(right)}: ${control.outerHTML.slice(0, 160)}`)
    }
    return found
  })
}

/** Message keys that reached the screen instead of their messages. */
export function findBareKeys(page: Page): Promise<string[]> {
  return page.evaluate((files) => {
    const shown = [document.title, document.body.innerText]
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]'))
      for (const name of ['aria-label', 'title', 'placeholder']) shown.push(element.getAttribute(name) ?? '')
    const key = new RegExp(`\\b(?:${files.join('|')})\\.[a-z]\\w*(?:\\.\\w+)*`, 'g')
    return shown.join('\n').match(key) ?? []
  }, MESSAGE_FILES)
}

/** The barriers, the overflow and the bare keys of the page at rest. */
export async function findFlaws(page: Page): Promise<string[]> {
  return [...(await findBarriers(page)), ...(await findOverflow(page)), ...(await findBareKeys(page))]
}

import { type CardEntry, TEST_CARDS } from '../test-cards.ts'

/** Text that is HTML already. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** HTML from a template: every value that is not HTML already is escaped. */
export function html(parts: TemplateStringsArray, ...values: (Html | Html[] | string | number | null)[]): Html {
  return new Html(
    parts.reduce((text, part, index) => {
      const value = values[index - 1] ?? ''
      return text + [value].flat().map(escaped).join('') + part
    }),
  )
}

function escaped(value: Html | string | number): string {
  if (value instanceof Html) return value.text
  return String(value)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

const STYLE = `
*{box-sizing:border-box}
body{margin:0;font:17px/1.5 system-ui,sans-serif;color:#1d2733;background:#f4f5f7}
.test{background:#ffd23f;color:#1d2733;padding:12px 20px;text-align:center;border-bottom:4px dashed #1d2733}
.test strong{display:block;letter-spacing:.06em}
main{max-width:560px;margin:24px auto;padding:24px;background:#fff;border:1px solid #d5dae1;border-radius:12px}
h1{font-size:24px;line-height:1.25;margin:0 0 16px}
h2{font-size:18px;margin:24px 0 8px}
table{width:100%;border-collapse:collapse}
td,th{padding:8px 0;border-bottom:1px solid #e4e7ec;text-align:left;font-weight:400;vertical-align:top}
td:last-child,th:last-child{text-align:right;white-space:nowrap;padding-left:16px}
.total td,.total th{font-weight:600}
label{display:block;font-weight:600;margin:16px 0 4px}
input{width:100%;min-height:48px;padding:8px 12px;font:inherit;border:1px solid #66727f;border-radius:8px}
input[aria-invalid=true]{border:2px solid #b3261e}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:16px}
button{width:100%;min-height:52px;margin-top:24px;font:inherit;font-weight:600;color:#fff;background:#1a4f8b;border:0;border-radius:8px;cursor:pointer}
:focus-visible{outline:3px solid #1a4f8b;outline-offset:2px}
.problem{margin:16px 0 0;padding:12px 16px;color:#8c1d18;background:#fdecea;border-left:4px solid #b3261e}
.done{margin:16px 0 0;padding:12px 16px;color:#14532d;background:#e7f6ec;border-left:4px solid #1a7f45}
.cards{margin:24px 0 0;padding:12px 16px;background:#fff8e1;border:1px dashed #8a6d00;border-radius:8px}
.cards ul{margin:4px 0 0;padding-left:20px}
.away,li a{color:#1a4f8b}
.away{display:inline-block;margin-top:16px;padding:8px 0}
code{white-space:nowrap}
@media (max-width:600px){main{margin:0;border:0;border-radius:0}}
`

/** A whole page, marked as a test at its very top and in its title. */
export function page(title: string, body: Html): string {
  return html`<!doctype html>
<html lang="en-AU">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>TEST: ${title}</title>
<style>${new Html(STYLE)}</style>
</head>
<body>
<div class="test" role="note"><strong>TEST PAGE</strong> This is the card sandbox. No money moves. Never enter a real card.</div>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`.text
}

export interface CardProblem {
  field: keyof CardEntry | null
  message: string
}

/** The fields for a card, with what was wrong about them. Nothing that was typed is shown again. */
export function cardFields(problem: CardProblem | null): Html {
  const mark = (field: keyof CardEntry) =>
    problem?.field === field ? new Html(' aria-invalid="true" aria-describedby="problem"') : ''
  return html`${problem ? html`<p class="problem" role="alert" id="problem">${problem.message}</p>` : ''}
<label for="number">Card number</label>
<input id="number" name="number" inputmode="numeric" autocomplete="off" placeholder="4242 4242 4242 4242" required${mark('number')}>
<div class="pair">
<div><label for="expiry">Expiry (MM / YY)</label>
<input id="expiry" name="expiry" inputmode="text" autocomplete="off" placeholder="12 / 34" required${mark('expiry')}></div>
<div><label for="cvc">CVC</label>
<input id="cvc" name="cvc" inputmode="numeric" autocomplete="off" placeholder="123" required${mark('cvc')}></div>
</div>`
}

/** What the test cards do. */
export function cardHelp(): Html {
  const items = TEST_CARDS.map((card) => html`<li><code>${card.number}</code> ${card.does}</li>`)
  return html`<div class="cards"><strong>Test cards</strong> (any expiry in the future, any three digits as CVC)<ul>${items}</ul></div>`
}

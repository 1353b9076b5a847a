import { chineseForms } from '../chinese-forms.ts'

/** Cantonese as it is spoken: "朝早九點半", "下晝兩點零五分", "中午十二點". */
export const CANTONESE_FORMS = chineseForms({
  ...{ two: '兩', oClock: '點', dayOfMonth: '號', days: '日', locale: 'yue-Hant' },
  partOfDay(hour) {
    if (hour === 0) return '半夜'
    if (hour < 5) return '凌晨'
    if (hour < 12) return '朝早'
    if (hour === 12) return '中午'
    return hour < 18 ? '下晝' : '夜晚'
  },
})

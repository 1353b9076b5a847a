import { chineseForms } from '../chinese-forms.ts'

/** Mandarin: "上午九点半", "下午两点零五分", "中午十二点". */
export const MANDARIN_FORMS = chineseForms({
  ...{ two: '两', oClock: '点', dayOfMonth: '号', days: '天', locale: 'zh-Hans' },
  partOfDay(hour) {
    if (hour === 0) return '半夜'
    if (hour < 5) return '凌晨'
    if (hour < 9) return '早上'
    if (hour < 12) return '上午'
    if (hour === 12) return '中午'
    return hour < 18 ? '下午' : '晚上'
  },
})

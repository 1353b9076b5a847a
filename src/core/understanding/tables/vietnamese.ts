import { combined } from '../lexicon/combined.ts'
import type { LanguageTable } from '../lexicon/language-table.ts'
import { spacedWords } from '../lexicon/spaced-words.ts'

const TONES = ['\u0300', '\u0301', '\u0303', '\u0309', '\u0323']

/** "Khoẻ" and "khỏe" are one word: the tone goes to its end, as a digit. */
function toneLast(word: string): string {
  const letters = [...word.normalize('NFD')]
  const tone = TONES.findIndex((mark) => letters.includes(mark))
  const rest = letters
    .filter((letter) => !TONES.includes(letter))
    .join('')
    .normalize('NFC')
  return tone < 0 ? rest : `${rest}${tone + 1}`
}

/** How medicine is taken. */
const TAKES = 'uống|dùng|chích|tiêm|xài|nhỏ|bôi|sử dụng|tiêm insulin|chích insulin|ngậm'
const YOU = 'bác|cô|chú|anh|chị|em|con|cháu|bạn|ông|bà|cậu|dì'

/** Vietnamese, of every region. Written without its marks a word counts for the worse of what it may be, or for nothing. */
export const VIETNAMESE: LanguageTable = {
  normalise: (text) => spacedWords(text, (plain) => plain.normalize('NFC').replace(/[\p{L}\p{M}]+/gu, toneLast)),
  bare: {
    isBare: (text) => /[a-z]/i.test(text) && !/(?!\p{ASCII})\p{L}/u.test(text.normalize('NFC')),
    strip: (word) =>
      word
        .replace(/(?<=\p{L})[1-5]$/u, '')
        .normalize('NFD')
        .replace(/\p{M}/gu, '')
        .replaceAll('đ', 'd'),
  },
  dropsPronouns: true,
  negatedByNo: [
    'well',
    'agreed',
    'ill',
    'help',
    'need',
    'want',
    'took',
    'take',
    'will_take',
    'can',
    'much',
    'perceive',
    'vital',
    'glue',
    'fetch',
    'come',
    'service',
    'person',
    'none',
    'me',
    'later',
    'forgot',
    'chat',
    'medicine',
    'unable',
    'too_much',
    'wrong',
    'unknown',
  ],
  asksAtEnd: 'không, chưa, ko, hông, hong, hok, không ạ, chưa ạ, không con, không cháu, chưa con',
  notYetAlone: 'chưa',
  words: {
    soft_yes: 'dạ, dạ thưa, thưa, dạ dạ',
    yes: `
      vâng, vâng ạ, dạ vâng, ừ, ừa, ừ ừ, phải, phải rồi, đúng, đúng rồi, đúng vậy, có, dạ có, có ạ, dạ phải,
      dạ đúng, dạ đúng rồi, có chứ, chắc chắn, dĩ nhiên, tất nhiên, đương nhiên, chính xác, ừ đúng rồi, ừ phải, ờ,
      ờ ờ, dạ ừ, đúng thế, phải đó, uh huh`,
    agreed: `
      ok, okay, oke, okie, ô kê, okê, được, được rồi, được chứ, đồng ý, nhất trí, biết rồi, hiểu rồi, được ạ,
      dạ được, tôi hiểu rồi, tôi biết rồi, thôi được, cũng được`,
    is_not: 'không phải, không phải là',
    no: ` dạ không phải, không phải đâu, đâu có, làm gì có, không đâu, không hề, dạ không đâu, không không,
      không ạ, không có đâu`,
    no_or_not: `
      không, không có, ko, ko có, hông, hông có, hổng, hổng có, hong, hok, chẳng, chả, chưa, không bị, không còn,
      hết, khỏi, không có bị, hổng bị, hông bị, chưa được, hổng thấy, không cảm thấy, không hề bị, hỏng, hỏng có,
      chưa bị, đâu có bị, chẳng có, không được`,
    neg: 'đừng, đừng có, chớ',
    none: 'gì, gì hết, gì cả, ai cả, chi, ai hết, bất cứ ai, chút nào, tí nào, nào',
    nor: 'hay, hoặc, hay là, cũng không, cũng không có, với, và cũng không',
    well: `
      khỏe, khỏe lắm, mạnh, mạnh khỏe, khỏe mạnh, mạnh giỏi, ổn, tốt, tốt lắm, bình thường, bình an, an toàn, vui,
      vui vẻ, thoải mái, dễ chịu, tỉnh táo, minh mẫn, khá, khá tốt, khỏe re, khỏe khoắn, đỡ rồi, đỡ nhiều rồi,
      khá hơn, khá hơn rồi, tốt hơn, khỏe hơn, dậy rồi, thức rồi, đã dậy, đã dậy rồi, đã thức dậy, thức dậy rồi,
      ngon lành, an lành, yên ổn, sung sức, hạnh phúc, tuyệt vời, tuyệt, bình yên, khỏe rồi, ổn rồi, tươi tỉnh`,
    fine: `
      không sao, không sao đâu, không sao cả, không sao hết, không có sao, không có sao đâu, hông sao, hông sao đâu,
      hổng sao, hổng sao đâu, hổng có sao, hông có sao, ko sao, chẳng sao, không có chuyện gì,
      không có chuyện gì hết, không có chuyện gì đâu, không có gì xảy ra, không vấn đề gì, không có vấn đề gì,
      không có vấn đề, không có vấn đề gì hết, mọi thứ đều ổn, mọi thứ ổn, mọi chuyện đều ổn, mọi chuyện ổn,
      mọi chuyện tốt đẹp, mọi việc đều ổn, mọi việc ổn, mọi thứ đều tốt, mọi thứ tốt, mọi thứ vẫn ổn, vẫn khỏe,
      vẫn ổn, vẫn bình thường, vẫn tốt, đều ổn, đều khỏe, đều tốt, ổn cả, tốt cả, ổn hết, ổn thôi, đừng lo,
      đừng lo gì hết, khỏi lo, đừng lo lắng, không cần lo, không phải lo, yên tâm, yên tâm đi, cứ yên tâm,
      không bị gì, không bị gì hết, không bị sao, không bị sao hết, không đau ốm gì, không đau ốm gì hết,
      không bệnh tật gì, không có bệnh gì, không có đau gì hết, không việc gì, không hề gì, chẳng việc gì,
      không bị làm sao, không làm sao`,
    cry: `
      cứu, cứu tôi, cứu với, cứu tui, cứu mạng, cứu tôi với, giúp tôi, giúp tôi với, giúp tui, giúp tui với,
      giúp với, giúp mình với, làm ơn giúp, ai cứu tôi, cấp cứu, khẩn cấp, sos, help, hãy giúp tôi, nguy cấp,
      tôi chết mất, chết mất, sắp chết, sắp chết rồi, muốn chết, không muốn sống, không muốn sống nữa, tự tử,
      tự sát, chịu không nổi, chịu hết nổi, không chịu nổi, không chịu nổi nữa, hết chịu nổi, không chịu được nữa,
      không biết tôi đang ở đâu, không biết mình đang ở đâu, không biết đang ở đâu, không biết mình ở đâu,
      tôi đang ở đâu, tôi ở đâu, đây là đâu, không biết làm sao, không biết phải làm sao, không biết phải làm gì,
      đừng bỏ tôi, đừng cúp máy, đừng gác máy, ngừng thở, không còn thở, ngưng thở, hết thở, gọi không dậy,
      kêu không dậy, không tỉnh dậy, bất tỉnh, đưa tôi đi bệnh viện, chở tôi đi bệnh viện, đưa tôi vào bệnh viện,
      đưa tôi đi nhà thương, đưa đi nhà thương, chở đi nhà thương, đỡ tôi dậy, kéo tôi lên, cháy, cháy nhà, ăn trộm,
      trộm, kẻ trộm, cướp, có người lạ, có người đột nhập, có người vào nhà, có ai đó trong nhà, bớ người ta,
      giúp bác với, giúp bà với, giúp ông với, cứu bác với, cứu bà với, cứu ông với, giúp má với, giúp em với,
      giúp cô với, ai giúp với`,
    help: `
      giúp, giúp đỡ, trợ giúp, sự giúp đỡ, hỗ trợ, giúp bác, giúp bà, giúp ông, giúp cô, giúp dùm, giúp giùm, phụ,
      chăm sóc`,
    need: 'cần, đang cần, cần có, tôi cần, rất cần, cần được',
    you_need: 'có cần, cần không, có muốn',
    no_need: `
      không cần, không cần đâu, ko cần, hông cần, hổng cần, khỏi cần, không cần thiết, chẳng cần, chưa cần,
      không cần gì, không cần gì hết, không cần phải, đâu cần, hỏng cần, không cần nữa, khỏi phải, khỏi gọi,
      khỏi kêu, đừng gọi, đừng kêu, không phải gọi, không phải kêu`,
    want: 'muốn, tôi muốn, xin, cho tôi, cho tui, tìm, kiếm, muốn có, cho tôi gặp, muốn gặp',
    service: `
      xe cứu thương, xe cấp cứu, cứu thương, bác sĩ, bác sỹ, bệnh viện, nhà thương, cảnh sát, công an, cứu hỏa,
      xe cứu hỏa, y tá, ba số không, 000, 115, 113, đốc tờ`,
    person: `
      con gái, con trai, con gái tôi, con trai tôi, con gái của tôi, con trai của tôi, con tôi, con tui, cháu tôi,
      vợ, vợ tôi, chồng, chồng tôi, hàng xóm, người hàng xóm, người nhà, gia đình, gia đình tôi, em gái, em gái tôi,
      em trai, em trai tôi, anh trai, chị gái, anh tôi, chị tôi, cháu gái, cháu trai, ai đó, người, bạn tôi, mẹ tôi,
      má tôi, ba tôi, bố tôi, con dâu, con rể, con dâu tôi, ông xã, bà xã, mấy đứa nhỏ, mấy đứa con, có người,
      con mình, con gái mình, cha, linh mục, ai`,
    fetch: `
      gọi, gọi cho, gọi điện cho, gọi giùm, gọi dùm, kêu, kêu giùm, kêu dùm, báo, báo cho, nhắn, nhắn cho, nói với,
      cho người, gửi, điện cho, gọi điện thoại cho, liên lạc, liên lạc với, mời, làm ơn gọi, gọi ngay, cho gọi,
      kêu cho, báo giùm, phone cho, gọi hộ`,
    come: `
      đến, tới, đến đây, tới đây, qua đây, đến ngay, tới ngay, đến nhanh, tới liền, mau lên, nhanh lên, lẹ lên,
      đến gấp, qua liền, đến giúp, qua, tới giúp, đến ngay đi, lại đây`,
    vital: `
      thở, đứng, đứng dậy, đứng lên, dậy, ngồi dậy, ngồi, đi lại, đi đứng, cử động, nhúc nhích, nuốt, nhìn,
      nhìn thấy, nhìn thấy gì, thấy gì, thấy đường, ngủ, ăn, ăn uống, ăn gì, nói chuyện, nói, bước, bước đi,
      trở mình, xuống giường, ra ngoài, mở cửa, đi vệ sinh, leo, xoay người, nhấc tay, nhấc chân, lết, bò dậy,
      nói năng`,
    can: 'thể, có thể, nổi, dám, tự',
    unable: 'khó, khó mà, rất khó, khó khăn, khó khăn khi, gặp khó khăn',
    unable_after: `
      không nổi, không được nữa, không ra, không vô, không vào, không xuống, không đặng, hông được, hổng được,
      ko được, hổng nổi, hông nổi, không rõ, không lên, không thấy, hết nổi, hết được, hông rõ, hổng rõ, không tới,
      chẳng được`,
    perceive: `
      nghe, nghe thấy, nghe rõ, nghe được, hiểu, hiểu gì, nghe gì, hiểu ý, nghe kịp, hiểu rõ, nghe thấy gì,
      hiểu bạn nói gì, hiểu bạn nói, hiểu cô nói gì`,
    ill: `
      đi không được, đi không nổi, không đi được, không đi nổi, đi hết nổi, mệt, mệt mỏi, mệt lắm, mệt quá, ốm,
      bệnh, bị bệnh, bịnh, bị bịnh, ngã bệnh, đau, đau đớn, đau quá, đau đầu, đau bụng, đau ngực, đau lưng,
      đau chân, đau tim, nhức, nhức đầu, nhức mỏi, té, bị té, té ngã, té xuống, té xỉu, ngã, bị ngã, ngã xuống,
      trượt chân, trượt té, trượt ngã, vấp, vấp té, vấp ngã, gãy, bị gãy, gãy xương, gãy chân, gãy tay, trật,
      trật chân, bong gân, bị thương, thương tích, máu, chảy máu, ra máu, sốt, bị sốt, nóng sốt, phát sốt, ói,
      ói mửa, nôn, nôn mửa, buồn nôn, mắc ói, tiêu chảy, đi chảy, chóng mặt, choáng, choáng váng, xây xẩm, hoa mắt,
      xỉu, muốn xỉu, ngất, ngất xỉu, khó thở, ngộp, ngộp thở, nghẹt thở, hụt hơi, thở dốc, tức ngực, nặng ngực,
      ngực, tim, hồi hộp, tim đập nhanh, đột quỵ, tai biến, nhồi máu, lạc, bị lạc, lạc đường, đi lạc, lú lẫn, lẫn,
      rối trí, sợ, sợ quá, sợ hãi, hoảng, hoảng sợ, hoảng loạn, lo sợ, trầm cảm, tuyệt vọng, yếu, yếu lắm, yếu quá,
      kiệt sức, đuối, run, run rẩy, co giật, động kinh, tê, tê liệt, liệt, bị liệt, vọp bẻ, chuột rút, lửa, khói,
      hỏa hoạn, xì ga, rò rỉ ga, ga, mùi ga, khí ga, ngập nước, nước tràn, kẹt, bị kẹt, mắc kẹt, bị khóa,
      khóa ngoài, nhốt, bị nhốt, nguy hiểm, nguy kịch, nguy, tai nạn, chết, qua đời, mất rồi, hôn mê, ngộ độc,
      trúng độc, phỏng, bị phỏng, bỏng, bị bỏng, đứt tay, cắt vào tay, tệ, tệ lắm, tệ quá, tệ hơn, xấu, xấu đi,
      tồi tệ, trầm trọng, nặng, nặng hơn, nghiêm trọng, có chuyện, có chuyện rồi, xảy ra chuyện, có vấn đề, bị sao,
      gặp nạn, rắc rối, dưới đất, dưới sàn, nằm dưới đất, nằm dưới sàn, nằm sàn, trên sàn, trên sàn nhà, sàn nhà,
      nền nhà, dưới nền, uống nhầm, uống nhầm thuốc, uống lộn, uống lộn thuốc, uống quá liều, uống nhiều quá,
      uống quá nhiều, uống quá nhiều thuốc, uống hai lần, uống dư, uống cả chai, cảm, bị cảm, cảm cúm, cúm,
      viêm phổi, nhiễm trùng, dị ứng, sưng, bị sưng, nghẹn, mắc nghẹn, mắc xương, hóc, hóc xương, khó chịu, bất an,
      khó ở, lừ đừ, bủn rủn, rã rời, ê ẩm, mỏi mệt, đánh tôi, bị đánh, bị cướp, đe dọa, nằm viện, nhập viện,
      ở bệnh viện, trong bệnh viện, đang ở nhà thương, điện giật, mất máu, đau khổ, khổ, khổ lắm, lạnh run, ớn lạnh,
      bệnh nặng, tụt huyết áp, cao máu, lên máu, tăng huyết áp, hạ đường, không xong rồi, hỏng rồi, đờ đẫn,
      hụt hẫng, kiệt quệ, bại, xỉu luôn, đập đầu, bị đập đầu, đụng đầu, va đầu, không thấy gì, không thấy đường,
      không thấy gì hết`,
    took: `
      ${combined('đã|mới|vừa|vừa mới|mới vừa|có|cũng đã|dạ đã', ' ', TAKES, '| thuốc| hết thuốc| thuốc huyết áp', '| rồi| xong| xong rồi| hết| hết rồi| đủ| đủ rồi| đầy đủ')},
      ${combined(TAKES, '| thuốc| hết thuốc', ' rồi| xong| xong rồi| hết rồi| đủ rồi| lúc sáng rồi| hồi sáng| hồi sáng rồi| từ sáng rồi')},
      rồi, dạ rồi, rồi ạ, xong, xong rồi, xong xuôi, làm rồi, đã xong, hoàn tất, làm xong rồi, xong hết rồi, ừ rồi,
      uống rồi uống rồi`,
    take: `
      ${TAKES.replaceAll('|', ', ')}, uống thuốc, dùng thuốc, đang uống, đang uống thuốc, tiêm thuốc, chích thuốc`,
    will_take: combined(
      'sẽ|sắp|chút nữa|lát nữa|tí nữa|giờ|bây giờ|đang định|chuẩn bị|phải|chút xíu nữa|một lát nữa|ăn xong|ăn xong rồi|ăn cơm xong|ăn xong mới|để|để tôi|để lát nữa|để chút nữa|lát|mai mốt|lát nữa mới|lát nữa tôi|chút nữa tôi|tí nữa tôi|tôi sẽ|giờ tôi|bây giờ tôi|lát nữa sẽ|chút nữa sẽ|tối mới|tối nay',
      ' ',
      TAKES,
      '| thuốc| ngay| liền| sau| thuốc ngay| thuốc liền| thuốc sau',
    ),
    medicine: `
      thuốc, viên thuốc, thuốc huyết áp, thuốc cao máu, thuốc tiểu đường, thuốc tim, insulin, thuốc nhỏ mắt,
      thuốc sáng, thuốc tối, thuốc bổ, trụ sinh, kháng sinh, thuốc men, liều thuốc, liều, mũi thuốc,
      thuốc buổi sáng, thuốc buổi tối, thuốc của tôi, thuốc bắc, thuốc nam, thuốc hôm nay`,
    not_yet: `
      ${combined('chưa|chưa có|vẫn chưa|còn chưa|chưa kịp|hãy còn chưa|quên chưa|dạ chưa|không kịp|chưa hề|vẫn còn chưa', ' ', TAKES, '| thuốc')},
      chưa ạ, dạ chưa, dạ chưa ạ, chưa đâu, vẫn chưa, còn chưa, chưa nữa, chưa xong, chưa làm, chưa có`,
    later: `
      lát nữa, một lát nữa, chút nữa, tí nữa, chút xíu nữa, để lát nữa, để chút nữa, để lát, lát, sau, để sau,
      sau này, mười phút nữa, năm phút nữa, nửa tiếng nữa, một tiếng nữa, mười lăm phút nữa, ăn xong, ăn xong đã,
      ăn cơm xong, sau khi ăn, sau bữa ăn, sau bữa sáng, sau khi ăn sáng, ăn sáng xong, ăn trước đã, hồi nữa,
      tối nay, để tối, trưa nay, trước khi ngủ, từ từ, không phải bây giờ, bây giờ chưa, giờ chưa, để từ từ,
      một chút nữa, một hồi nữa`,
    forgot: `
      quên, quên rồi, quên mất, quên mất rồi, quên uống, quên uống thuốc, quên uống rồi, bỏ quên, lỡ quên,
      quên béng, quên khuấy, không nhớ uống, quên chích, quên tiêm`,
    too_much: 'quá nhiều, nhiều quá, quá liều, hai lần, gấp đôi, ba lần, cả chai, hết cả hộp, dư',
    wrong: 'nhầm, lộn, sai, sai thuốc, nhầm thuốc, lộn thuốc, hết hạn, quá hạn, của chồng tôi, của vợ tôi',
    who: `
      ai đó vậy, ai vậy, ai đấy, ai đó ạ, ai gọi, ai gọi vậy, ai gọi đó, ai gọi đấy, ai đang gọi, ai ở đầu dây,
      ai đầu dây,
      ${combined('bạn|cô|anh|chị|em|con|cháu|ông|bà|chú|mày|cậu|đây', ' là ai| là ai vậy| tên gì| ở đâu gọi| gọi có chuyện gì| gọi có việc gì| từ đâu gọi| muốn gì| muốn gì vậy| bán gì| gọi từ đâu| gọi chi vậy| gọi làm gì| gọi ai')},
      gọi có chuyện gì, gọi có việc gì, có chuyện gì vậy, có chuyện gì không, có việc gì không, có việc gì vậy,
      chuyện gì vậy, chuyện gì đó, việc gì vậy, muốn gì, gọi từ đâu, gọi từ đâu vậy, gọi từ đâu đến, sao gọi tôi,
      sao lại gọi tôi, tại sao gọi, gọi để làm gì, tôi không quen, tôi không biết bạn, không quen,
      có phải robot không, có phải người máy không, có phải lừa đảo không, lừa đảo, lừa đảo hả, người máy hả,
      máy hả, công ty nào, công ty gì, bán gì vậy, sao biết số tôi, sao có số tôi, lấy số tôi ở đâu, cooee là gì,
      cooee là ai, tìm ai, kiếm ai, kiếm ai vậy, xin hỏi ai, xin lỗi ai đó, cho hỏi ai đó, ai thế, ai đấy ạ`,
    pardon: `
      cái gì, gì vậy, gì cơ, cái gì cơ, cái gì vậy, sao, hả, hử, nói gì, nói gì vậy,
      ${combined('bạn|cô|anh|chị|em|con|cháu|chú', ' nói gì| nói gì vậy| nói sao| hỏi gì| vừa nói gì')}, nói lại,
      nói lại đi, nói lại giùm, xin nói lại, làm ơn nói lại, nói lại lần nữa, nhắc lại, lặp lại, xin nhắc lại,
      lặp lại giùm, một lần nữa, lần nữa, nghe không rõ, nghe không được, không nghe rõ, nói lớn lên, nói to lên,
      nói lớn chút, to lên, lớn lên, nói chậm, nói chậm lại, nói chậm chút, chậm lại, chậm thôi, tôi lãng tai,
      lãng tai, tôi điếc, bị điếc, nặng tai, tôi nặng tai, bấm số mấy, bấm nút nào, bấm cái nào, bấm gì,
      phải bấm gì, đường dây xấu, sóng yếu, nghĩa là gì, là sao, không hiểu, tôi không hiểu, tôi không nghe rõ,
      nói nhỏ quá, nhỏ quá, nhanh quá, nói nhanh quá, sao ạ, gì ạ, dạ gì ạ, hỏi lại đi, hỏi gì vậy, ủa gì,
      (tôi|tui|bác|bà|ông|má|mẹ) nghe không (rõ|được|thấy)`,
    greeting: `
      a lô, alô, alo, xin chào, chào, chào bạn, chào cô, chào anh, chào chị, chào em, chào con, chào cháu,
      chào buổi sáng, tôi đây, tôi nghe, tôi nghe đây, nghe đây, tôi đang nghe, đang nghe, nói đi, có ai đó không,
      có ai không, chào bác, xin nghe, dạ nghe, tui nghe, tui đây, bác đây, bác nghe, bà đây, bà nghe, ông đây,
      ông nghe, má đây, má nghe, ừ nghe đây, chào mọi người, chào ông, chào bà, còn đó không, dạ alo`,
    ask_back: `
      ${combined('còn |thế còn |', YOU, ' thì sao| khỏe không| có khỏe không| sao rồi| thế nào| dạo này sao| dạo này khỏe không| cũng khỏe chứ| khỏe chứ| khỏe hông')},
      ${combined('còn |thế còn ', YOU, '')}, thế nào rồi, dạo này sao rồi`,
    thanks: `
      cảm ơn, cám ơn, xin cảm ơn, cảm ơn nhiều, cám ơn nhiều,
      ${combined('cảm ơn|cám ơn|xin cảm ơn', ' ', YOU, '| nhiều| nhiều lắm| đã gọi| đã hỏi| hỏi thăm| đã hỏi thăm| nhắc| đã nhắc| quan tâm')},
      cảm ơn đã gọi, cảm ơn đã hỏi, cảm ơn đã hỏi thăm, cảm ơn đã nhắc, cảm ơn đã quan tâm, cám ơn đã gọi,
      cám ơn đã hỏi thăm, cảm ơn trời phật, ơn trời, nhờ trời, tạ ơn trời, tạ ơn chúa, cảm ơn chúa, đội ơn,
      không có gì, nhờ ơn trên, cảm ơn sự giúp đỡ, tử tế quá, quý hóa quá, đã gọi, đã hỏi thăm, đã quan tâm,
      đã giúp, cảm ơn đã giúp, cảm ơn đã giúp đỡ`,
    please: 'làm ơn, xin vui lòng, vui lòng, làm ơn đi, xin làm ơn, dùm, giùm, năn nỉ',
    sorry: 'xin lỗi, tôi xin lỗi, xin lỗi nha, thành thật xin lỗi, xin lỗi nhé',
    bye: `
      tạm biệt, chào nhé, chào nha, bái bai, bye, bye bye, hẹn gặp lại, thôi nhé, thôi nha, gặp lại sau,
      chúc ngủ ngon, hẹn mai gặp, thôi chào, cúp máy nha, cúp nha, cúp máy nhé`,
    filler: `
      à, ồ, ủa, trời ơi, trời, chao ôi, ôi, ui, quá trời, thật ra, thật, thật sự, nói thật, may quá, may mắn, cooee,
      a di đà phật, cưng, bồ, này, nè, nghe con, nha con, con ơi, cháu ơi, em ơi, cô ơi, bạn ơi, con à, cháu à,
      con nhé, con nha, nha cháu, ha ha`,
    dear: '',
    hesitation: 'ừm, ừm ừm, ờm, ưm, hừm, để xem, để nghĩ đã, để tôi nghĩ, để coi, thì, mm, um, ơ, à ừm, kiểu như',
    chat: `
      ăn cơm, ăn cơm rồi, đang ăn cơm, ăn sáng, ăn sáng rồi, đang ăn sáng, ăn rồi, đang ăn, ăn trưa rồi, ăn tối rồi,
      mới ăn xong, mới ăn sáng xong, xem tivi, coi tivi, đang coi tivi, đang xem tivi, xem ti vi, coi ti vi,
      đang nấu ăn, nấu ăn, nấu cơm, đang nấu cơm, uống nước, uống trà, đang uống trà, uống cà phê, đang uống cà phê,
      uống cà phê rồi, uống trà rồi, ở nhà, đang ở nhà, ngoài vườn, ở ngoài vườn, tưới cây, đang tưới cây, đọc báo,
      đang đọc báo, ngủ ngon, ngủ được, ngủ tốt, mới dậy, mới ngủ dậy, vừa dậy, vừa ngủ dậy, nghỉ, đang nghỉ,
      nghỉ ngơi, đang nghỉ ngơi, trời đẹp, trời nóng, trời lạnh, trời mưa, đang ngủ, rửa chén, đang rửa chén, đi bộ,
      mới đi bộ về, uống nước rồi, chưa ăn cơm, chưa ăn, đi chợ, mới đi chợ về, uống rượu, uống bia, uống sữa,
      uống sữa rồi`,
    i: `
      tôi, tui, mình, chúng tôi, tụi tôi, tụi tui, tôi thì, tôi cũng, tôi vẫn, tôi thấy, tôi cảm thấy, tôi đang,
      tôi có, tôi là`,
    kin_i: `
      bác, bà, ông, cô, chú, má, mẹ, ba, bố, ngoại, nội, dì, cậu, thím, mợ, dượng, cụ, anh, chị, em, con, cháu, tía,
      u`,
    me: '',
    you: 'bạn, các bạn, quý vị, mày, các con, các cháu',
    other: 'nó, họ, cô ấy, anh ấy, bà ấy, ông ấy, chị ấy, bả, ổng, cổ, ảnh, chỉ, bà ta, ông ta, bác ấy, tụi nó',
    third: '',
    much: `
      rất, lắm, quá, hơi, khá là, cực kỳ, thiệt, thật là, vô cùng, cho lắm, mấy, hoàn toàn, nhiều, một chút, chút,
      tí, hết sức, dữ, tương đối, cũng`,
    glue: `
      thì là, là, của, và, mà thôi, thôi, ạ, nhé, nha, nghen, hen, đó, đây, đấy, này nọ, cái, những, các, một,
      hai viên, một viên, viên, bị, được nghe, đang, đã, vẫn, vẫn còn, còn, đều, cũng vẫn, hôm nay, bữa nay,
      sáng nay, sáng, trưa, chiều, tối, bây giờ, lúc này, hiện giờ, hiện tại, ở, trong, trên, nhà, trong nhà,
      cảm thấy, thấy, trong người, người thấy, sức khỏe, thân thể, hết rồi, cả, hết cả, mọi, tất cả, lại, nữa, vô,
      vào, cho, đi, ra, lên, xuống, luôn, ngay, liền, như thường lệ, như mọi ngày, như mọi khi, đúng giờ, dạo này,
      lúc nãy, hồi nãy, hồi sáng, mỗi ngày, đàng hoàng, vậy, thế, đủ, tự tôi, nhà tôi, tôi nè, mọi thứ, mọi chuyện,
      mọi việc`,
    but: 'nhưng, nhưng mà, tuy nhiên, tại vì, vì, bởi vì, ngoại trừ, trừ, chỉ có điều, mặc dù, có điều, mà',
    if: 'nếu, nếu như, khi, khi nào, giả sử, lỡ, nhỡ',
    asks: `
      phải không, đúng không, có phải không, được không, hả con, à con, chứ hả, có sao không, không hả, không vậy,
      chưa vậy, rồi hả, rồi chưa, uống chưa, uống thuốc chưa, phải hông, nhỉ, có không, có đúng không, hay không,
      hay chưa`,
    maybe: `
      có lẽ, chắc, chắc là, hình như, không biết, không chắc, không rõ lắm, tôi không biết, có thể là, tàm tạm,
      tạm tạm, tạm được, tạm ổn, tạm, bình bình, cũng tàm tạm, cũng vậy thôi, cũng thường thôi, nửa nửa, gần như,
      đôi khi, thỉnh thoảng, lúc này lúc khác, hy vọng, mong là, tôi nghĩ, nghĩ, tùy, ai biết, sao cũng được,
      không nhớ, không nhớ nữa, hên xui, chỉ một viên, một nửa, nửa viên, ngày mai, hôm qua, tối qua, hồi trước,
      trước đây, lúc trước, đỡ, bán tín bán nghi, sống qua ngày, già rồi, từng, đâu có khỏe, khỏe gì mà khỏe,
      khỏe gì, tốt gì, có khi, sao mà, phải chi, giá mà, ước gì`,
  },
  speakers: {
    machine: `
      để lại lời nhắn, để lại tin nhắn, hãy để lại, xin để lại, vui lòng để lại, sau tiếng bíp, sau tiếng píp,
      sau tiếng beep, sau tín hiệu, sau tiếng tút, hộp thư thoại, thư thoại, thuê bao, số máy quý khách,
      quý khách vừa gọi, quý khách, không liên lạc được, tạm thời không liên lạc được, xin vui lòng gọi lại sau,
      vui lòng gọi lại sau, gọi lại sau, hiện không thể nghe máy, không thể nghe máy, không thể trả lời điện thoại,
      không thể nhận cuộc gọi, không có ở nhà, tôi sẽ gọi lại, chúng tôi sẽ gọi lại, xin bấm, hãy bấm, vui lòng bấm,
      bấm phím, nhấn phím, xin nhấn, vui lòng nhấn, hãy nhấn, phím thăng, phím sao, cuộc gọi của bạn,
      cuộc gọi của quý vị, cuộc gọi này được ghi âm, sẽ được ghi âm, nhân viên đang bận, tổng đài viên, xin giữ máy,
      vui lòng giữ máy, trong trường hợp khẩn cấp, hoặc chỉ cần nói, hoặc nói, khuyến mãi, số điện thoại này không,
      đang ở ngoài vùng phủ sóng`,
    screening: `
      xin cho biết tên, vui lòng cho biết tên, xin nói tên của bạn, hãy nói tên, xin ghi âm tên, lý do cuộc gọi,
      lý do gọi, sàng lọc cuộc gọi, trợ lý ảo, cho biết tên và lý do, mục đích cuộc gọi`,
    reception: `
      tôi có thể giúp gì, tôi có thể giúp gì cho, tôi giúp gì được, có thể giúp gì cho quý khách,
      có thể giúp gì cho bạn, quầy tiếp tân, lễ tân, tổng đài, cần gặp ai, muốn gặp ai, để tôi nối máy,
      tôi có thể giúp được gì`,
    hold: `
      chờ chút, chờ một chút, chờ xíu, đợi chút, đợi một chút, đợi xíu, đợi tí, chờ tí, chờ một lát, xin chờ,
      đợi một lát, khoan đã, để tôi gọi bà ấy, để tôi kêu bả, để tôi kêu, giữ máy nha, giữ máy nhé,
      đừng cúp máy nhé, chờ máy`,
  },
  refusals: {
    all: `
      dừng, dừng lại, ngừng, ngưng, hủy, hủy bỏ, thôi đi, đừng làm phiền tôi, đừng làm phiền tôi nữa,
      đừng làm phiền nữa, đừng liên lạc với tôi, đừng liên lạc nữa, đừng liên lạc với tôi nữa, xóa số của tôi,
      xóa số tôi, xóa tên tôi, để tôi yên, hãy để tôi yên, đừng phiền tôi nữa, đừng quấy rầy tôi,
      đừng quấy rầy tôi nữa`,
    calls: `
      ${combined('đừng|đừng có|xin đừng|làm ơn đừng|ngừng|ngưng|dừng|thôi đừng|yêu cầu đừng', ' gọi', '| tôi| cho tôi| điện| điện cho tôi| số này| vào số này| đến đây| tui', '| nữa| lại nữa| nữa nha| nữa nhé')},
      không muốn nhận cuộc gọi nữa, tôi không muốn nhận cuộc gọi nữa, tôi không muốn bị gọi nữa,
      tôi không muốn nhận điện thoại nữa, không gọi nữa, không gọi tôi nữa, đừng bao giờ gọi nữa,
      đừng bao giờ gọi tôi nữa, tôi không muốn nghe điện thoại nữa, đừng gọi lại nữa`,
    texts: `
      đừng nhắn tin nữa, đừng nhắn tin cho tôi, đừng nhắn tin cho tôi nữa, đừng gửi tin nhắn nữa,
      đừng gửi tin nhắn cho tôi, đừng gửi tin nhắn cho tôi nữa, không nhận tin nhắn nữa, ngừng nhắn tin,
      ngừng gửi tin nhắn, tôi không muốn nhận tin nhắn nữa`,
  },
  digits: ['zero', 'một', 'hai', 'ba', 'bốn', 'năm', 'sáu', 'bảy bẩy', 'tám', 'chín', 'thăng', 'sao'],
  aroundDigit: 'bấm, nhấn, số, phím, tôi bấm, chọn, là, nút',
  everybody: 'chúng tôi, cả hai, tụi tôi, cả nhà, mọi người, hai vợ chồng, tất cả',
}

import { lines, type Sentences } from './sentences.ts'

/** What people say on the phone and write, as a recogniser or a thumb writes it; the table was written with these in view. */
export const VIETNAMESE: Sentences = {
  names: ['Nguyễn Thị Lan', 'Nguyễn Văn Minh'],
  said: {
    fine: lines(`
      tôi khỏe
      tôi khoẻ
      tôi vẫn khỏe
      tôi khỏe lắm, cảm ơn
      không sao
      dạ không sao
      không sao đâu
      bác khỏe
      tui khỏe
      mọi thứ đều ổn
      tôi ổn
      không, tôi khỏe
      tôi không cần giúp, tôi khỏe
      chào con, bác khỏe
      tôi khỏe, còn bạn?
      dạ khỏe`),
    help: lines(`
      cứu tôi với
      giúp tôi với
      tôi cần giúp đỡ
      tôi bị té
      tôi bị ngã
      tôi không khỏe
      không được khỏe
      không khỏe lắm
      tôi không dậy được
      đứng dậy không nổi
      khó thở
      tôi không thở được
      đau ngực
      gọi con gái tôi
      gọi xe cứu thương
      tôi đang nằm dưới sàn
      chóng mặt
      tôi bị sốt
      tôi mệt quá
      có trộm trong nhà
      tôi uống nhầm thuốc
      tôi uống quá nhiều thuốc
      ừ nhưng tôi bị té
      bạn giúp tôi được không?
      tôi cần bác sĩ
      tôi sợ quá
      chân tôi đau lắm
      đi không được
      cuu toi
      toi bi te`),
    taken: lines(`
      rồi
      uống rồi
      tôi uống thuốc rồi
      dạ uống rồi
      đã uống thuốc
      tôi mới uống xong
      vâng, tôi đã uống rồi
      uong thuoc roi`),
    not_yet: lines(`
      chưa
      chưa uống
      dạ chưa
      tôi chưa uống thuốc
      lát nữa uống
      chút nữa
      tôi quên
      quên uống rồi
      mười phút nữa
      ăn xong mới uống`),
    yes: lines(`
      dạ
      vâng
      ừ
      phải
      đúng rồi
      có
      dạ có
      được
      ok`),
    no: lines(`
      không
      dạ không
      không cần
      không cần đâu, cảm ơn
      tôi không cần giúp
      khong can giup`),
    who_is_it: lines(`
      ai đó vậy?
      ai gọi đó
      bạn là ai?
      gọi có chuyện gì`),
    pardon: lines(`
      gì vậy?
      nói lại đi
      tôi nghe không rõ
      không nghe rõ
      nói lớn lên`),
    greeting: lines(`
      a lô
      a lô?
      xin chào
      bạn khỏe không?
      dạ?`),
    unclear: lines(`
      đừng gọi xe cứu thương, tôi khỏe
      ừm
      tàm tạm
      có lẽ
      không biết
      không đau
      con gái tôi khỏe
      ăn cơm rồi
      uống thuốc chưa
      nếu tôi khỏe
      cảm ơn
      làm ơn
      I'm fine
      yes
      tôi uống cà phê rồi
      bà ấy khỏe`),
  },
  machines: lines(`
    thuê bao quý khách vừa gọi tạm thời không liên lạc được
    xin để lại lời nhắn sau tiếng bíp
    xin bấm phím một để gặp tổng đài viên
    tôi có thể giúp gì cho quý khách`),
  ours: lines(`
    Bạn có khỏe không? Nếu khỏe, xin bấm phím một, hoặc chỉ cần nói tôi khỏe. Nếu bạn cần giúp, xin bấm phím hai.
    bạn có cần giúp không
    nếu bạn cần giúp`),
  before: lines(`
    dạ
    ừm
    chào con
    à`),
  after: lines(`
    cảm ơn
    cảm ơn con
    ạ
    nhé`),
  negations: [
    ['tôi cần giúp', 'tôi không cần giúp'],
    ['tôi bị té', 'tôi không bị té'],
    ['tôi đau', 'tôi không đau'],
    ['tôi bệnh', 'tôi không bệnh'],
    ['tôi chóng mặt', 'tôi không chóng mặt'],
    ['tôi sợ', 'tôi không sợ'],
    ['tôi cần bác sĩ', 'tôi không cần bác sĩ'],
  ],
  foreign: ['yes', 'fine', 'good', 'sure', 'thanks', 'well', 'bene'],
}

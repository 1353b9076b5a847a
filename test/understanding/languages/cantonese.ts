import { lines, type Sentences } from './sentences.ts'

/** What people say on the phone and write, as a recogniser or a thumb writes it; the table was written with these in view. */
export const CANTONESE: Sentences = {
  names: ['陳美玲', '陳小紅'],
  said: {
    fine: lines(`
      我好好
      幾好
      我冇事
      冇事呀
      冇問題
      都好
      唔使擔心我
      一切都好
      我幾好呀多謝
      唔使幫手，我好好
      我冇事，你呢？
      我OK
      早晨，我幾好
      好好`),
    help: lines(`
      救命
      救命呀
      幫我
      我需要幫手
      我跌親
      跌咗落地
      企唔起身
      我唔好
      我唔好唔舒服
      唔係幾好
      唔舒服
      我好唔舒服
      頭暈
      心口痛
      唞唔到氣
      叫白車
      幫我叫個女
      打電話俾我個仔
      我喺地下
      發燒
      有賊
      食錯藥
      食多咗藥
      係，但係我跌親
      可唔可以幫我
      我要醫生
      我好驚
      隻腳好痛
      行唔到
      睇唔到嘢`),
    taken: lines(`
      食咗
      食咗喇
      食咗藥
      已經食咗
      啱啱食咗
      係，食咗`),
    not_yet: lines(`
      未
      未食
      仲未
      仲未食
      冇食
      等陣先食
      一陣先
      唔記得咗
      唔記得食
      遲啲`),
    yes: lines(`
      係
      係呀
      好
      好呀
      好啊，唔該
      得
      啱`),
    no: lines(`
      冇
      唔係
      唔使
      唔使喇唔該
      我唔需要幫手
      唔好叫白車`),
    who_is_it: lines(`
      你係邊個？
      邊位
      邊個呀
      你搵邊個`),
    pardon: lines(`
      你講咩話？
      聽唔清楚
      再講多次
      聽唔到
      大聲啲`),
    greeting: lines(`
      喂
      喂？
      早晨
      你好
      你好嗎？`),
    unclear: lines(`
      唔好叫白車，我好好
      我唔好叫白車仲冇食呀
      我唔好打電話俾我個仔未食啊
      嗯
      麻麻哋
      可能
      唔知
      唔痛
      佢好好
      我個女好好
      食咗飯
      食咗未
      如果我好好
      唔該
      多謝
      I'm fine
      yes
      應該冇事
      我好好啩`),
  },
  machines: lines(`
    你打嘅電話暫時未能接通，請稍後再打
    請喺嘟一聲之後留言
    請按一，轉駁客戶服務
    你好，有咩可以幫到你`),
  ours: lines(`
    你好嗎？如果你冇事，請按一，或者直接講我冇事。如果你需要幫手，請按二。
    你需唔需要幫手
    如果你需要幫手`),
  before: lines(`
    嗯
    早晨
    即係
    哎`),
  after: lines(`
    多謝
    唔該
    呀
    喇`),
  negations: [
    ['我需要幫手', '我唔需要幫手'],
    ['我跌親', '我冇跌親'],
    ['我痛', '我唔痛'],
    ['我病', '我冇病'],
    ['我頭暈', '我冇頭暈'],
    ['我驚', '我唔驚'],
    ['我要醫生', '我唔要醫生'],
  ],
  foreign: ['yes', 'fine', 'good', 'sure', 'thanks', 'well', 'bene'],
}

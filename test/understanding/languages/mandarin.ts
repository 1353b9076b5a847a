import { lines, type Sentences } from './sentences.ts'

/** What people say on the phone and write, as a recogniser or a thumb writes it; the table was written with these in view. */
export const MANDARIN: Sentences = {
  names: ['陈美玲', '陈小红'],
  said: {
    fine: lines(`
      我很好
      很好
      挺好的
      我没事
      没事
      沒事
      没问题
      一切都好
      還好
      还行
      不错
      我很好谢谢
      没有，我很好
      不用帮忙，我很好
      我身体很好
      你好，我很好
      很好，你呢？
      我OK`),
    help: lines(`
      救命
      帮帮我
      需要帮助
      我需要帮忙
      我摔倒了
      我跌倒了
      站不起来
      我不好
      我不好好的
      不太好
      不舒服
      我很不舒服
      头晕
      胸口痛
      喘不过气来
      不能呼吸
      叫救护车
      帮我叫女儿
      打电话给我儿子
      我在地上
      我发烧了
      家里有小偷
      我吃错药了
      药吃太多了
      是，可是我摔倒了
      你能帮我吗？
      我要医生
      我害怕
      腿很痛
      我走不动
      看不见了`),
    taken: lines(`
      吃了
      吃过了
      已经吃了
      我吃药了
      药吃了
      吃完了
      是的，吃了
      打针了`),
    not_yet: lines(`
      还没
      还没吃
      没吃
      等一下再吃
      待会儿吃
      忘了
      我忘了吃药
      晚点
      过十分钟
      饭后吃`),
    yes: lines(`
      是
      是的
      对
      好
      好的
      可以
      没错
      好，谢谢`),
    no: lines(`
      没有
      不是
      不用
      不用了谢谢
      不需要帮忙
      我不需要帮助
      不要叫救护车`),
    who_is_it: lines(`
      你是谁？
      您哪位
      谁啊
      你找谁`),
    pardon: lines(`
      你说什么？
      听不清楚
      再说一遍
      我没听清楚
      听不懂`),
    greeting: lines(`
      喂
      喂？
      你好
      早上好
      你好吗？`),
    unclear: lines(`
      不要叫救护车，我很好
      嗯
      马马虎虎
      一般
      可能
      不知道
      没有不舒服
      她很好
      我女儿很好
      吃饭了
      吃了吗
      如果我很好
      谢谢
      我不痛
      I'm fine
      yes
      应该没事
      我很好吗
      好吗`),
  },
  machines: lines(`
    您拨打的电话暂时无法接通，请稍后再拨
    请在嘟声后留言
    请按一，转人工服务
    您好，请问有什么可以帮您`),
  ours: lines(`
    您好吗？如果您很好，请按一，或者直接说我很好。如果您需要帮助，请按二。
    您需要帮助吗
    如果您需要帮助`),
  before: lines(`
    嗯
    你好
    那个
    哎`),
  after: lines(`
    谢谢
    谢谢你
    啊
    呀`),
  negations: [
    ['我需要帮忙', '我不需要帮忙'],
    ['我摔倒了', '我没有摔倒了'],
    ['我痛', '我不痛'],
    ['我生病了', '我没有生病'],
    ['我头晕', '我没有头晕'],
    ['我害怕', '我不害怕'],
    ['我要医生', '我不要医生'],
  ],
  foreign: ['yes', 'fine', 'good', 'sure', 'thanks', 'well', 'bene'],
}

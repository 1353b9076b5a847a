/**
 * Traditional characters, each followed by its simplified one: of the characters that the tables of Mandarin and Cantonese
 * hold (after OpenCC 1.4, Apache-2.0). Characters of Cantonese alone stay.
 */
const PAIRS =
  '丟丢並并乾干併并來来係系俬私倆俩個个們们倖幸備备傢家傳传傷伤傾倾僕仆儘尽兒儿兩两凈净凍冻別别刪删剛刚勁劲動动務务協协卽即厠厕厲厉吶呐員员問问喎㖞喫吃單单喲哟嗆呛嗎吗嗰𠮶嗶哔嘍喽嘔呕噁恶噠哒噹当嚇吓嚥咽' +
  '嚮向嚴严囉啰園园報报塗涂壓压壞坏壯壮夠够夥伙婦妇媽妈孃娘孫孙實实寶宝將将尋寻對对島岛師师帶带幫帮幷并幹干幾几廁厕廚厨弔吊強强彆别彈弹彌弥彔录彿佛後后從从復复悶闷惡恶愛爱慘惨慮虑憂忧應应戰战戲戏戶户捨舍' +
  '捱挨掛挂揀拣搵揾搶抢摺折撐撑撥拨撳揿擇择擔担擡抬擾扰攔拦數数斷断時时晝昼暈晕暫暂曉晓曏向曬晒書书會会東东枱台極极榦干樂乐樓楼樣样機机檯台殺杀氣气沒没況况淨净渾浑湊凑湯汤準准潰溃澆浇濁浊濾滤瀉泻瀰弥災灾' +
  '為为無无煙烟煩烦熱热燒烧燙烫燭烛爛烂爲为牀床現现當当瘓痪癇痫癥症癮瘾癱瘫癲癫發发盡尽盪荡眞真睏困確确碼码礙碍種种穀谷穩稳箇个籬篱紙纸細细絆绊絕绝絞绞絡络給给絶绝經经綫线綵彩緊紧線线緻致總总繫系纔才聯联' +
  '聲声聽听聾聋腫肿腳脚膠胶臟脏臺台興兴舉举菸烟萬万葯药蓆席蕩荡藥药處处虛虚號号虧亏蠻蛮衕同衹只裏里裡里製制複复見见視视親亲覺觉觀观觸触訂订計计訊讯託托記记許许訴诉診诊詐诈試试話话該该誌志認认誒诶語语說说' +
  '説说誰谁請请諗谂講讲謝谢識识護护讓让貝贝費费賊贼賣卖賴赖趕赶車车軟软較较輕轻輛辆輪轮輸输轉转辦办迴回這这進进過过適适遲迟選选還还邊边郵邮鄰邻醣糖醫医釐厘針针鈡钟銷销錄录錯错録录鍵键鍼针鍾钟鎖锁鏇旋鐘钟' +
  '鑊镬門门開开閑闲閒闲間间閤合闆板闖闯關关陣阵隊队隨随險险隻只雖虽雙双離离難难電电靚靓響响頂顶順顺須须頭头顆颗題题額额願愿顧顾風风颱台飯饭飲饮飽饱餬糊餵喂馬马駁驳駛驶騙骗騷骚驚惊髒脏體体髮发鬆松鬚须鬱郁' +
  '鯁鲠麪面麫面麵面麼么麽么點点齣出龍龙'

const SIMPLIFIED: ReadonlyMap<string, string> = new Map(
  [...PAIRS].flatMap((character, place, all) =>
    place % 2 === 0 ? [[character, all[place + 1] ?? character] as const] : [],
  ),
)

/** A text in simplified characters, so that one table serves both scripts. */
export function simplified(text: string): string {
  return [...text].map((character) => SIMPLIFIED.get(character) ?? character).join('')
}

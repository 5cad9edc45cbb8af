/** java Sample CODE: a program that runs while its licence is good. 授权有效时运行的示例程序。 */
public final class Sample {
  private Sample() {}

  public static void main(String[] given) throws InterruptedException {
    if (given.length == 0) {
      System.err.println("usage: java Sample CODE [unbind]");
      System.exit(2);
    }
    Pulsekey licence = new Pulsekey(given[0]);
    if (given.length == 2) {
      System.out.println(licence.unbind().text);
      return;
    }
    licence.start(); // asks in the background 后台验证
    Pulsekey.Name last = Pulsekey.Name.WAITING;
    String shown = "";
    while (true) {
      Pulsekey.State state = licence.state();
      String line = state.name + " " + state.code + " " + state.text;
      if (!line.equals(shown)) System.out.println(line);
      shown = line;
      if (state.name == Pulsekey.Name.UPDATE) System.out.println(licence.newest("app_update_url"));
      if (state.name == Pulsekey.Name.UPDATE || state.name == Pulsekey.Name.REFUSED) System.exit(1);
      if (last == Pulsekey.Name.WAITING && licence.isAllowed()) {
        System.out.println(licence.notice());
        if (!licence.update().isEmpty()) System.out.println(licence.update() + " " + licence.newest("app_update_url"));
      }
      if (licence.isAllowed()) {
        // The work of your program goes here. 在这里写程序的工作。
      }
      last = state.name;
      Thread.sleep(1000);
    }
  }
}

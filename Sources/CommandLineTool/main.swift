import Glibc

let arguments = Array(CommandLine.arguments.dropFirst())
switch arguments.first {
case "parse": exit(ParseCommand.run(Array(arguments.dropFirst())))
default:
    Output.write(Array(ParseCommand.usage.utf8), to: STDERR_FILENO)
    exit(2)
}
